import { i18n } from '@lingui/core';
import type { CustomerSummary, HeldItem, PointsEntry, Role } from '@/shared/api/types';
import type { Mood } from '@/shared/office/state-chip';

type Said = { label: string; mood: Mood };

const roles: Record<Role, () => string> = {
  customer: () => i18n._('Customer'),
  attendant: () => i18n._('Attendant'),
  manager: () => i18n._('Manager'),
  owner: () => i18n._('Owner'),
};

export const roleName = (role: Role) => roles[role]();

/** How an account stands: what keeps its owner out comes first. */
export function standingOf(customer: Pick<CustomerSummary, 'blocked' | 'emailConfirmed' | 'role'>): Said {
  if (customer.blocked) return { label: i18n._('Blocked'), mood: 'bad' };
  if (customer.role !== 'customer') return { label: roleName(customer.role), mood: 'told' };
  if (!customer.emailConfirmed) return { label: i18n._('Not confirmed'), mood: 'busy' };
  return { label: i18n._('Confirmed'), mood: 'good' };
}

const itemStates: Record<string, () => Said> = {
  active: () => ({ label: i18n._('Usable'), mood: 'good' }),
  reserved: () => ({ label: i18n._('At a kiosk'), mood: 'busy' }),
  used: () => ({ label: i18n._('Used'), mood: 'over' }),
  expired: () => ({ label: i18n._('Expired'), mood: 'over' }),
  revoked: () => ({ label: i18n._('Revoked'), mood: 'over' }),
};

/** What became of something in a wallet. */
export function itemStateOf({ state }: Pick<HeldItem, 'state'>): Said {
  return itemStates[state]?.() ?? { label: state, mood: 'over' };
}

const points: Record<string, () => string> = {
  earn: () => i18n._('Earned'),
  award: () => i18n._('Became an award'),
  referral: () => i18n._('For a referral'),
  reverse: () => i18n._('Taken back with a refund'),
  adjust: () => i18n._('By staff'),
  expire: () => i18n._('Lapsed'),
};

/** Why points came or went. */
export const pointsKindOf = ({ kind }: Pick<PointsEntry, 'kind'>) => points[kind]?.() ?? kind;

const acts: Record<string, () => string> = {
  contact_changed: () => i18n._('Account corrected'),
  vehicle_changed: () => i18n._('Vehicle changed'),
  customer_blocked: () => i18n._('Blocked'),
  customer_unblocked: () => i18n._('Unblocked'),
  customer_logged_out: () => i18n._('Logged out everywhere'),
  confirmation_sent_again: () => i18n._('Confirmation sent again'),
  item_granted: () => i18n._('Wash given'),
  points_adjusted: () => i18n._('Points adjusted'),
  message_sent: () => i18n._('Message sent'),
};

/** What one of the staff did; the audit's own word where this page has none. */
export const actOf = (action: string) => acts[action]?.() ?? action.replaceAll('_', ' ');
