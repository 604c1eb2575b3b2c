import { i18n } from '@lingui/core';
import type { Member } from '@/shared/api/types';
import { dateTime, longDate } from '@/shared/format/dates';
import type { Mood } from '@/shared/office/state-chip';

const billing: Record<string, () => { label: string; mood: Mood }> = {
  ok: () => ({ label: i18n._('Active'), mood: 'good' }),
  past_due: () => ({ label: i18n._('Past due'), mood: 'bad' }),
  suspended: () => ({ label: i18n._('Suspended'), mood: 'bad' }),
  paused: () => ({ label: i18n._('Paused'), mood: 'told' }),
};

/** Membership status: whether it renews and, if so, whether it is paid. */
export function standingOf({ status, billingState }: Pick<Member, 'status' | 'billingState'>): {
  label: string;
  mood: Mood;
} {
  if (status === 'inactive') return { label: i18n._('Ended'), mood: 'over' };
  if (status === 'endbillingpending') return { label: i18n._('Canceling'), mood: 'busy' };
  return billing[billingState]?.() ?? { label: billingState, mood: 'over' };
}

/** Date and type of the next event. */
export function nextOf(
  member: Pick<
    Member,
    'status' | 'pausedUntil' | 'productId' | 'nextBillingDate' | 'nextClub' | 'unpaidSince' | 'nextAttemptAt'
  >,
): string {
  const { status, pausedUntil, productId, nextBillingDate, nextClub, unpaidSince, nextAttemptAt } = member;
  if (status === 'inactive') return '–';
  if (unpaidSince && nextAttemptAt) return i18n._('Retries {date}', { date: dateTime(nextAttemptAt) });
  if (unpaidSince) return i18n._('Unpaid since {date}', { date: longDate(unpaidSince) });
  if (pausedUntil) return i18n._('Paused until {date}', { date: longDate(pausedUntil) });
  if (status === 'endbillingpending') return i18n._('Ends {date}', { date: longDate(nextBillingDate) });
  if (nextClub?.productId === productId)
    return i18n._('Locations change {date}', { date: longDate(nextBillingDate) });
  if (nextClub) return i18n._('{club} from {date}', { club: nextClub.name, date: longDate(nextBillingDate) });
  return i18n._('Renews {date}', { date: longDate(nextBillingDate) });
}

/** Staff actions available for a membership. */
export function mayBe({
  status,
  billingState,
  nextAttemptAt,
  nextClub,
}: Pick<Member, 'status' | 'billingState' | 'nextAttemptAt' | 'nextClub'>) {
  return {
    paused: status === 'active' && billingState === 'ok',
    moved: status === 'active' && billingState === 'ok',
    keptInClub: status !== 'inactive' && nextClub != null,
    resumed: status !== 'inactive' && billingState === 'paused',
    retried: status !== 'inactive' && nextAttemptAt != null,
    ended: status !== 'inactive',
    endedWithMonth: status === 'active' && (billingState === 'ok' || billingState === 'paused'),
  };
}
