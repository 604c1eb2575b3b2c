import { expect, it } from 'vitest';
import { mayBe, nextOf, standingOf } from './member-words';

const member = {
  status: 'active',
  billingState: 'ok',
  productId: 1,
  nextBillingDate: '2026-12-01',
  nextClub: null,
  pausedUntil: null,
};

it("shows a membership's state and next event", () => {
  expect(standingOf(member).label).toBe('Active');
  expect(nextOf(member)).toBe('Renews Dec 1, 2026');
  expect(standingOf({ ...member, billingState: 'past_due' }).mood).toBe('bad');
  const cancelled = { ...member, status: 'endbillingpending' };
  expect([standingOf(cancelled).label, nextOf(cancelled)]).toEqual(['Canceling', 'Ends Dec 1, 2026']);
  const paused = { ...member, billingState: 'paused', pausedUntil: '2027-01-09' };
  expect([standingOf(paused).label, nextOf(paused)]).toEqual(['Paused', 'Paused until Jan 9, 2027']);
  const owing = { ...member, billingState: 'past_due', unpaidSince: '2026-12-01' };
  expect(nextOf(owing)).toBe('Unpaid since Dec 1, 2026');
  expect(nextOf({ ...owing, nextAttemptAt: '2026-12-02T09:00:00Z' })).toMatch(/^Retries 12\/02\/2026/);
  expect(mayBe({ ...owing, nextAttemptAt: '2026-12-02T09:00:00Z' }).retried).toBe(true);
  const splash = { productId: 2, name: 'Splash Club', monthlyPrice: 1900, locations: [] };
  expect(nextOf({ ...member, nextClub: splash })).toBe('Splash Club from Dec 1, 2026');
  expect(nextOf({ ...member, nextClub: { ...splash, productId: 1 } })).toBe('Locations change Dec 1, 2026');
  expect(mayBe({ ...member, nextClub: splash }).keptInClub).toBe(true);
  const over = { ...member, status: 'inactive' };
  expect([standingOf(over).label, nextOf(over)]).toEqual(['Ended', '–']);
});

it('offers actions by membership state', () => {
  const may = (change: object) =>
    Object.entries(mayBe({ ...member, ...change }))
      .filter(([, allowed]) => allowed)
      .map(([act]) => act);
  expect(may({})).toEqual(['paused', 'moved', 'ended', 'endedWithMonth']);
  expect(may({ billingState: 'paused' })).toEqual(['resumed', 'ended', 'endedWithMonth']);
  expect(may({ billingState: 'past_due' })).toEqual(['ended']);
  expect(may({ status: 'endbillingpending' })).toEqual(['ended']);
  expect(may({ status: 'inactive' })).toEqual([]);
});
