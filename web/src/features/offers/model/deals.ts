import { i18n } from '@lingui/core';
import type { Deal, Location } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { money } from '@/shared/format/money';

/** Deals that the customer can still claim. */
export function claimable(deals: Deal[]): Deal[] {
  return deals.filter(({ numberClaimed, claimLimit }) => numberClaimed < claimLimit);
}

/** Value of a deal in a word or two. */
export function worth({ award }: Deal): string {
  if (award.type === 'Item') return i18n._('Free');
  return i18n._('{amount} off', { amount: money(award.amount, { trim: true }) });
}

/** Scope of the discount. */
export function takenOff({ award }: Deal): string | null {
  if (award.type === 'DollarDiscItem') return i18n._('Off one item');
  return award.type === 'DollarDiscTrans' ? i18n._('Off your entire purchase') : null;
}

export function validAt(deal: Deal, locations: Location[]): string {
  const named = locations.filter(({ id }) => deal.locations.includes(id));
  if (deal.locations.length === 0 || named.length === locations.length) return i18n._('All locations');
  return named.map(({ city, name }) => city || name).join(', ');
}

/** End date for claims, if any. */
export function claimableUntil({ endsAt }: Deal): string | null {
  return endsAt ? i18n._('Expires {date}', { date: dateTime(endsAt) }) : null;
}

/** Remaining claims, if the limit is above one. */
export function timesLeft({ numberClaimed, claimLimit }: Deal): string | null {
  if (claimLimit === 1) return null;
  return i18n._('{left} of {uses} left', { left: claimLimit - numberClaimed, uses: claimLimit });
}
