import { expect, it } from 'vitest';
import type { OfferRecord } from '@/shared/api/types';
import { inOrder } from './offer-order';

const record = (id: number, name: string, claimed: number, endsAt: string | null) =>
  ({ id, claimed, offer: { name, endsAt } }) as OfferRecord;

const offers = [
  record(1, 'Spring', 4, null),
  record(2, 'autumn', 9, '2027-10-01T00:00:00Z'),
  record(3, 'Éclat', 0, '2027-05-01T00:00:00Z'),
];

it.each([
  ['shop', [1, 2, 3]],
  ['newest', [3, 2, 1]],
  ['name', [2, 3, 1]],
  ['ending', [3, 2, 1]],
  ['claimed', [2, 1, 3]],
] as const)('sorts offers: %s', (order, ids) => {
  expect(inOrder(offers, order).map(({ id }) => id)).toEqual(ids);
});
