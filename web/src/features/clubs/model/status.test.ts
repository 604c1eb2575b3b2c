import { expect, it } from 'vitest';
import type { WashClub } from '@/shared/api/types';
import { endsSoon, isMember, isUsable, owes, statusLabel } from './status';

const club = (status: string): WashClub => ({
  name: 'Gold',
  washes: [],
  status,
  billingState: 'ok',
  useCountDisplay: 'Unlimited',
  appUserVehicle: { license: 'ABC123', state: 'AZ' },
  nextBillingDate: '2027-01-31',
  locations: [],
  nextClub: null,
  nextPrice: null,
  pausedUntil: null,
  canceledPauseUntil: null,
});

it('counts active and canceling customers as members', () => {
  expect(isMember(club('Active'))).toBe(true);
  expect(isMember(club('EndBillingPending'))).toBe(true);
  expect(isMember(club('inactive'))).toBe(false);
  expect(isMember(null)).toBe(false);
  expect(isMember(undefined)).toBe(false);
});

it('shows an unpaid period', () => {
  const owing = (billingState: string) => ({ ...club('active'), billingState });
  expect(owes(club('active'))).toBe(false);
  expect(statusLabel(owing('past_due'))).toBe('Past due');
  expect(statusLabel(owing('suspended'))).toBe('Suspended');
  expect(isMember(owing('suspended'))).toBe(true);
});

it('shows the end of a pause and offers no token', () => {
  const paused = { ...club('active'), billingState: 'paused', pausedUntil: '2027-03-09' };
  expect(statusLabel(paused)).toBe('Paused until Mar 9, 2027');
  expect([isMember(paused), isUsable(paused)]).toEqual([true, false]);
  expect(isUsable({ ...club('active'), billingState: 'suspended' })).toBe(false);
  expect(isUsable(club('endbillingpending'))).toBe(true);
});

it('shows when a membership ends', () => {
  expect(endsSoon(club('endBillingPending'))).toBe(true);
  expect(statusLabel(club('active'))).toBe('Active');
});
