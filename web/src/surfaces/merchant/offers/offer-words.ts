import { i18n } from '@lingui/core';
import type { OfferRecord } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import type { Mood } from '@/shared/office/state-chip';

export type OfferState = 'running' | 'coming' | 'ended' | 'withdrawn';

/** Status of an offer. Fully claimed offers count as ended. */
export function offerState({ offer, claimed, withdrawnAt }: OfferRecord, now: number): OfferState {
  if (withdrawnAt) return 'withdrawn';
  if (offer.endsAt && Date.parse(offer.endsAt) <= now) return 'ended';
  if (offer.totalCap != null && claimed >= offer.totalCap) return 'ended';
  return offer.startsAt && Date.parse(offer.startsAt) > now ? 'coming' : 'running';
}

const states: Record<OfferState, () => { label: string; mood: Mood }> = {
  running: () => ({ label: i18n._('Active'), mood: 'good' }),
  coming: () => ({ label: i18n._('Scheduled'), mood: 'told' }),
  ended: () => ({ label: i18n._('Ended'), mood: 'over' }),
  withdrawn: () => ({ label: i18n._('Withdrawn'), mood: 'over' }),
};

export const stateWords = (state: OfferState) => states[state]();

/** Benefit of an offer. */
export function awardOf({ offer: { award } }: OfferRecord): string {
  if (award.type === 'Item') return i18n._('Free wash');
  const amount = money(award.amount, { trim: true });
  return award.type === 'DollarDiscItem'
    ? i18n._('{amount} off one item', { amount })
    : i18n._('{amount} off an order', { amount });
}

/** Period in which it can be claimed. */
export function spanOf({ offer: { startsAt, endsAt } }: OfferRecord): string {
  if (startsAt && endsAt) return `${dateTime(startsAt)} – ${dateTime(endsAt)}`;
  if (endsAt) return i18n._('Until {date}', { date: dateTime(endsAt) });
  return startsAt ? i18n._('From {date}', { date: dateTime(startsAt) }) : i18n._('Always');
}

/** Claims out of the maximum. */
export function claimsOf({ claimed, offer: { totalCap } }: OfferRecord): string {
  return totalCap == null ? String(claimed) : `${claimed} / ${totalCap}`;
}
