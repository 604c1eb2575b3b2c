import { expect, it } from 'vitest';
import type { OfferRecord } from '@/shared/api/types';
import { awardOf, claimsOf, offerState } from './offer-words';

const now = Date.parse('2026-11-20T12:00:00Z');
const record = (fields: Partial<OfferRecord['offer']> = {}, claimed = 3): OfferRecord => ({
  id: 1,
  version: 1,
  offer: { name: 'Five off', award: { type: 'DollarDiscTrans', amount: 500 }, ...fields },
  claimed,
});

it("shows an offer's state", () => {
  expect(offerState(record(), now)).toBe('running');
  expect(offerState(record({ startsAt: '2026-11-21T00:00:00Z' }), now)).toBe('coming');
  expect(offerState(record({ endsAt: '2026-11-20T12:00:00Z' }), now)).toBe('ended');
  expect(offerState(record({ totalCap: 3 }), now)).toBe('ended');
  expect(offerState({ ...record(), withdrawnAt: '2026-11-01T00:00:00Z' }, now)).toBe('withdrawn');
});

it("shows an offer's value and claims", () => {
  expect(awardOf(record())).toBe('$5 off an order');
  expect(awardOf(record({ award: { type: 'Item' } }))).toBe('Free wash');
  expect([claimsOf(record()), claimsOf(record({ totalCap: 10 }))]).toEqual(['3', '3 / 10']);
});
