import { expect, it } from 'vitest';
import { mayBe, nextOf, standingOf } from './member-words';

const member = { status: 'active', billingState: 'ok', nextBillingDate: '2026-12-01', pausedUntil: null };

it('says how a membership stands, and what comes next', () => {
  expect(standingOf(member).label).toBe('Active');
  expect(nextOf(member)).toBe('Billed on Dec 1, 2026');
  expect(standingOf({ ...member, billingState: 'past_due' }).mood).toBe('bad');
  const cancelled = { ...member, status: 'endbillingpending' };
  expect([standingOf(cancelled).label, nextOf(cancelled)]).toEqual(['Cancelled', 'Ends on Dec 1, 2026']);
  const paused = { ...member, billingState: 'paused', pausedUntil: '2027-01-09' };
  expect([standingOf(paused).label, nextOf(paused)]).toEqual(['Paused', 'Paused until Jan 9, 2027']);
  const owing = { ...member, billingState: 'past_due', unpaidSince: '2026-12-01' };
  expect(nextOf(owing)).toBe('Unpaid since Dec 1, 2026');
  expect(nextOf({ ...owing, nextAttemptAt: '2026-12-02T09:00:00Z' })).toMatch(/^Tried again on 12\/02\/2026/);
  expect(mayBe({ ...owing, nextAttemptAt: '2026-12-02T09:00:00Z' }).retried).toBe(true);
  const over = { ...member, status: 'inactive' };
  expect([standingOf(over).label, nextOf(over)]).toEqual(['Ended', '–']);
});

it('offers what a membership allows', () => {
  expect(mayBe(member)).toEqual({ paused: true, moved: true, resumed: false, retried: false, ended: true });
  expect(mayBe({ ...member, billingState: 'paused' })).toEqual({
    paused: false,
    moved: false,
    resumed: true,
    retried: false,
    ended: true,
  });
  expect(mayBe({ ...member, billingState: 'past_due' })).toEqual({
    paused: false,
    moved: false,
    resumed: false,
    retried: false,
    ended: true,
  });
  expect(mayBe({ ...member, status: 'inactive' })).toEqual({
    paused: false,
    moved: false,
    resumed: false,
    retried: false,
    ended: false,
  });
});
