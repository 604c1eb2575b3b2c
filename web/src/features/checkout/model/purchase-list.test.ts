import { expect, it } from 'vitest';
import { purchase } from '@/shared/testing/purchases';
import { findPurchases } from './purchase-list';

const all = [
  purchase({ orderNumber: '000001', purchaseDate: '2026-03-01T10:00:00Z', total: 900 }),
  purchase({ orderNumber: '000002', purchaseDate: '2026-05-01T10:00:00Z', total: 2500, state: 'voided' }),
  purchase({ orderNumber: '000003', purchaseDate: '2026-04-01T10:00:00Z', total: 1200, state: 'refunded' }),
  purchase(
    { orderNumber: '000004', purchaseDate: '2026-02-01T10:00:00Z', total: 100, state: 'partially_refunded' },
    { name: 'Écume', isGift: true, giftedTo: 'Bo', giftedEmail: 'bo@wash.co' },
  ),
];
const wanted = { q: '', state: 'all', sort: 'newest' } as const;
const numbers = (change: Partial<Parameters<typeof findPurchases>[1]>) =>
  findPurchases(all, { ...wanted, ...change }).map(({ orderNumber }) => Number(orderNumber));

it('sorts by newest first or as selected', () => {
  expect(numbers({})).toEqual([2, 3, 1, 4]);
  expect(numbers({ sort: 'oldest' })).toEqual([4, 1, 3, 2]);
  expect(numbers({ sort: 'dearest' })).toEqual([2, 3, 1, 4]);
});

it('sorts simultaneous purchases by number', () => {
  const [early, late] = [purchase({ orderNumber: '000008' }), purchase({ orderNumber: '000009' })];
  expect(findPurchases([early, late], wanted)).toEqual([late, early]);
  expect(findPurchases([late, early], { ...wanted, sort: 'oldest' })).toEqual([early, late]);
});

it('distinguishes purchases by status', () => {
  expect(numbers({ state: 'paid' })).toEqual([1]);
  expect(numbers({ state: 'refunded' })).toEqual([3, 4]);
  expect(numbers({ state: 'cancelled' })).toEqual([2]);
});

it('finds by number, product and recipient', () => {
  expect(numbers({ q: '0003' })).toEqual([3]);
  expect(numbers({ q: 'ecume' })).toEqual([4]);
  expect(numbers({ q: 'bo@wash' })).toEqual([4]);
  expect(numbers({ q: 'bo', state: 'paid' })).toEqual([]);
});
