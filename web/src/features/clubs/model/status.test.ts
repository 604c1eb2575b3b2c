import { expect, it } from 'vitest';
import type { WashClub } from '@/shared/api/types';
import { endsSoon, isMember, owes, statusLabel } from './status';

const club = (status: string): WashClub => ({
  name: 'Gold',
  status,
  billingState: 'ok',
  useCountDisplay: 'Unlimited',
  appUserVehicle: { license: 'ABC123' },
  nextBillingDate: '2027-01-31',
  locations: [],
  nextClub: null,
});

it('counts who is active or leaving as a member, whatever the case', () => {
  expect(isMember(club('Active'))).toBe(true);
  expect(isMember(club('EndBillingPending'))).toBe(true);
  expect(isMember(club('inactive'))).toBe(false);
  expect(isMember(null)).toBe(false);
  expect(isMember(undefined)).toBe(false);
});

it('says that a month is not paid', () => {
  const owing = (billingState: string) => ({ ...club('active'), billingState });
  expect(owes(club('active'))).toBe(false);
  expect(statusLabel(owing('past_due'))).toBe('Payment due');
  expect(statusLabel(owing('suspended'))).toBe('Suspended');
  expect(isMember(owing('suspended'))).toBe(true);
});

it('says when a membership ends', () => {
  expect(endsSoon(club('endBillingPending'))).toBe(true);
  expect(statusLabel(club('active'))).toBe('Active');
});
