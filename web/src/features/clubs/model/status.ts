import { i18n } from '@lingui/core';
import type { WashClub } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';

/** Whether the membership is usable, including a canceled one until its end. */
export function isMember(club: WashClub | null | undefined): club is WashClub {
  return ['active', 'endbillingpending'].includes(club?.status.toLowerCase() ?? '');
}

export function endsSoon(club: WashClub): boolean {
  return club.status.toLowerCase() === 'endbillingpending';
}

/** Whether a payment is past due. A new card is charged immediately. */
export function owes({ billingState }: WashClub): boolean {
  return billingState === 'past_due' || billingState === 'suspended';
}

/** Whether the club can't be used until the past-due payment is made. */
export function isSuspended({ billingState }: WashClub): boolean {
  return billingState === 'suspended';
}

export function isPaused({ billingState }: WashClub): boolean {
  return billingState === 'paused';
}

/** Whether the server issues tokens for it. */
export function isUsable(club: WashClub): boolean {
  return isMember(club) && !isSuspended(club) && !isPaused(club);
}

export function statusLabel(club: WashClub): string {
  if (club.pausedUntil) return i18n._('Paused until {date}', { date: longDate(club.pausedUntil) });
  if (isSuspended(club)) return i18n._('Suspended');
  if (owes(club)) return i18n._('Past due');
  return endsSoon(club) ? i18n._('Ends soon') : i18n._('Active');
}
