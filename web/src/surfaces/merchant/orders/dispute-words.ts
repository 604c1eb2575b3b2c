import { i18n } from '@lingui/core';
import type { OrderDispute } from '@/shared/api/types';
import type { Mood } from '@/shared/office/state-chip';

type Said = { label: string; mood: Mood };

const states: Record<OrderDispute['state'], () => Said> = {
  open: () => ({ label: i18n._('Open'), mood: 'bad' }),
  won: () => ({ label: i18n._('Won'), mood: 'good' }),
  lost: () => ({ label: i18n._('Lost'), mood: 'over' }),
  accepted: () => ({ label: i18n._('Accepted'), mood: 'over' }),
};

/** Status of a dispute. */
export function disputeStateOf({ state }: Pick<OrderDispute, 'state'>): Said {
  return states[state]();
}

const reasons: Record<OrderDispute['reason'], () => string> = {
  fraud: () => i18n._('Fraudulent'),
  not_received: () => i18n._('Not received'),
  not_as_described: () => i18n._('Not as described'),
  duplicate: () => i18n._('Charged twice'),
  cancelled_subscription: () => i18n._('Canceled before charge'),
  other: () => i18n._('Other'),
};

export const disputeReasons = Object.keys(reasons) as OrderDispute['reason'][];

/** Reason of a dispute. */
export function disputeReason(reason: OrderDispute['reason']): string {
  return reasons[reason]();
}
