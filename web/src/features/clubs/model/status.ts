import { i18n } from '@lingui/core';
import type { WashClub } from '@/shared/api/types';

/** Whether the membership can be used: also until its end, once that is settled. */
export function isMember(club: WashClub | null | undefined): club is WashClub {
  return ['active', 'endbillingpending'].includes(club?.status.toLowerCase() ?? '');
}

export function endsSoon(club: WashClub): boolean {
  return club.status.toLowerCase() === 'endbillingpending';
}

export function statusLabel(club: WashClub): string {
  return endsSoon(club) ? i18n._('Ends soon') : i18n._('Active');
}
