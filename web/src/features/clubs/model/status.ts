import { i18n } from '@lingui/core';
import type { WashClub } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';

/** Whether the membership can be used: also until its end, once that is settled. */
export function isMember(club: WashClub | null | undefined): club is WashClub {
  return ['active', 'endbillingpending'].includes(club?.status.toLowerCase() ?? '');
}

export function endsSoon(club: WashClub): boolean {
  return club.status.toLowerCase() === 'endbillingpending';
}

/** Whether a month is not paid. A new card is charged at once. */
export function owes({ billingState }: WashClub): boolean {
  return billingState === 'past_due' || billingState === 'suspended';
}

/** Whether it may not be used before that. */
export function isSuspended({ billingState }: WashClub): boolean {
  return billingState === 'suspended';
}

export function isPaused({ billingState }: WashClub): boolean {
  return billingState === 'paused';
}

/** Whether the server makes a token of it. */
export function isUsable(club: WashClub): boolean {
  return isMember(club) && !isSuspended(club) && !isPaused(club);
}

export function statusLabel(club: WashClub): string {
  if (club.pausedUntil) return i18n._('Paused until {date}', { date: longDate(club.pausedUntil) });
  if (isSuspended(club)) return i18n._('Suspended');
  if (owes(club)) return i18n._('Past due');
  return endsSoon(club) ? i18n._('Ends soon') : i18n._('Active');
}
