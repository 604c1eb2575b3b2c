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

/** Account status. Reasons that block login have priority. */
export function standingOf(customer: Pick<CustomerSummary, 'blocked' | 'emailConfirmed' | 'role'>): Said {
  if (customer.blocked) return { label: i18n._('Blocked'), mood: 'bad' };
  if (customer.role !== 'customer') return { label: roleName(customer.role), mood: 'told' };
  if (!customer.emailConfirmed) return { label: i18n._('Not confirmed'), mood: 'busy' };
  return { label: i18n._('Confirmed'), mood: 'good' };
}

const itemStates: Record<string, () => Said> = {
  active: () => ({ label: i18n._('Active'), mood: 'good' }),
  reserved: () => ({ label: i18n._('In use at a kiosk'), mood: 'busy' }),
  used: () => ({ label: i18n._('Redeemed'), mood: 'over' }),
  expired: () => ({ label: i18n._('Expired'), mood: 'over' }),
  revoked: () => ({ label: i18n._('Revoked'), mood: 'over' }),
};

/** State of a wallet item. */
export function itemStateOf({ state }: Pick<HeldItem, 'state'>): Said {
  return itemStates[state]?.() ?? { label: state, mood: 'over' };
}

const points: Record<string, () => string> = {
  earn: () => i18n._('Earned'),
  award: () => i18n._('Converted to award'),
  referral: () => i18n._('Referral reward'),
  reverse: () => i18n._('Deducted with a refund'),
  adjust: () => i18n._('Adjusted by staff'),
  expire: () => i18n._('Expired'),
};

/** Reason of a points entry. */
export const pointsKindOf = ({ kind, subject }: Pick<PointsEntry, 'kind'> & Partial<PointsEntry>) =>
  subject?.startsWith('award:') ? i18n._('Award revoked') : (points[kind]?.() ?? kind);

const gifts: Record<string, () => string> = {
  held: () => i18n._('Unclaimed'),
  delivered: () => i18n._('Delivered'),
  expired: () => i18n._('Expired'),
  revoked: () => i18n._('Revoked'),
};

/** State of a gift. */
export const giftStateOf = ({ state }: { state: string }) => gifts[state]?.() ?? state;

const referrals: Record<string, () => string> = {
  pending: () => i18n._('No purchase yet'),
  qualified: () => i18n._('Reward pending'),
  awarded: () => i18n._('Rewarded'),
  rejected: () => i18n._('Not rewarded'),
};

/** State of a referral. */
export const referralStateOf = ({ state }: { state: string }) => referrals[state]?.() ?? state;
