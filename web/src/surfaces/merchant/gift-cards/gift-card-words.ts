import { i18n } from '@lingui/core';
import type { GiftCardMovement, GiftCardSummary } from '@/shared/api/types';
import type { Mood } from '@/shared/office/state-chip';

type Said = { label: string; mood: Mood };

const states: Record<string, () => Said> = {
  active: () => ({ label: i18n._({ id: 'gift card|Active', message: 'Active' }), mood: 'good' }),
  inactive: () => ({ label: i18n._('Inactive'), mood: 'busy' }),
  blocked: () => ({ label: i18n._({ id: 'gift card|Blocked', message: 'Blocked' }), mood: 'bad' }),
  void: () => ({ label: i18n._('Voided'), mood: 'over' }),
};

/** Status of a gift card. */
export function cardStateOf({ state }: Pick<GiftCardSummary, 'state'>): Said {
  return states[state]?.() ?? { label: state, mood: 'over' };
}

const holds: Record<string, () => Said> = {
  held: () => ({ label: i18n._('Held'), mood: 'busy' }),
  captured: () => ({ label: i18n._('Captured'), mood: 'good' }),
  voided: () => ({ label: i18n._('Released'), mood: 'over' }),
  expired: () => ({ label: i18n._('Expired'), mood: 'over' }),
};

/** State of an authorization by a terminal. */
export function holdStateOf({ state }: { state: string }): Said {
  return holds[state]?.() ?? { label: state, mood: 'over' };
}

const movements: Record<string, () => string> = {
  issue: () => i18n._('Sold'),
  reload: () => i18n._('Reloaded'),
  redeem: () => i18n._({ id: 'gift card|Redeemed', message: 'Redeemed' }),
  refund: () => i18n._('Refunded'),
  adjust: () => i18n._('Adjusted by staff'),
  void: () => i18n._('Voided'),
};

/** Type of a gift card transaction. */
export const movementOf = ({ kind }: Pick<GiftCardMovement, 'kind'>) => movements[kind]?.() ?? kind;

/** Owner of a gift card, if known. */
export function holderOf({ buyerName, buyerEmail, sentTo }: GiftCardSummary): string {
  if (sentTo) return i18n._('Gift to {email}', { email: sentTo });
  return buyerName ?? buyerEmail ?? i18n._('Deleted account');
}
