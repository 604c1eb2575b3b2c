import { expect, it } from 'vitest';
import { location } from '@/shared/testing/locations';
import { walletItem } from '@/shared/testing/wallet-items';
import {
  endOf,
  expiry,
  giftedBy,
  goodUntil,
  groupByLabel,
  isOver,
  kindAndUses,
  newest,
  usableAt,
  worksAt,
  worksAtInShort,
} from './wallet';

const place = (id: number, city: string) => location({ id, city, name: `${city} wash` });
const item = walletItem();
const places = [place(1, 'Mesa'), place(2, 'Tempe')];

it('recognizes finished codes', () => {
  const over = ['active', 'reserved', 'used', 'expired', 'revoked'].map((state) =>
    isOver({ ...item, state }),
  );
  expect(over).toEqual([false, false, true, true, true]);
});

it('shows how a code ended', () => {
  const names = ['active', 'reserved', 'used', 'expired', 'revoked'].map(
    (state) => endOf({ ...item, state })?.name ?? null,
  );
  expect(names).toEqual([null, null, 'Used', 'Expired', 'Voided']);
});

it('shows where a code is valid', () => {
  expect(worksAt(item, places)).toBe('All 2 locations');
  expect(worksAt({ ...item, locations: [0] }, places)).toBe('All 2 locations');
  expect(worksAt({ ...item, locations: [2] }, places)).toBe('Tempe');
  expect(worksAt(item, places.slice(0, 1))).toBe('Mesa wash');
  expect(worksAt({ ...item, locations: [2, 7] }, []), 'without their names').toBe('2 locations');
});

it('shows a count for many locations', () => {
  const five = ['Mesa', 'Tempe', 'Gilbert', 'Chandler', 'Phoenix'].map((city, index) =>
    place(index + 1, city),
  );
  expect(worksAtInShort({ ...item, locations: [1, 2, 3] }, five)).toBe('Mesa, Tempe, Gilbert');
  expect(worksAtInShort({ ...item, locations: [1, 2, 3, 4] }, five)).toBe('4 locations');
  expect(worksAtInShort(item, five)).toBe('All 5 locations');
});

it('shows remaining uses and expiration', () => {
  expect(kindAndUses({ ...item, maxUses: 3, useLimitCount: 1 })).toBe('Single Wash · 2 of 3 left');
  expect(kindAndUses(item)).toBe('Single Wash');
  expect(kindAndUses({ ...item, itemType: 'DollarDiscTrans', discount: 250 })).toBe('Discount Code · −$2.50');
  expect(goodUntil(item)).toBe('Never');
  expect(expiry(item)).toBe('Never expires');
  expect(expiry({ ...item, expirationDate: '2027-11-21T00:00:00Z' })).toMatch(/^Expires Nov 2\d, 2027$/);
  expect(groupByLabel([item, { ...item, id: 'b' }])).toEqual([['Glow', [item, { ...item, id: 'b' }]]]);
});

it('groups both types of discounts', () => {
  const items = [
    { ...item, label: 'Five off', itemType: 'DollarDiscItem' },
    { ...item, label: 'Glow', itemType: 'AppWash' },
    { ...item, label: 'Ten off', itemType: 'DollarDiscTrans' },
  ];
  expect(groupByLabel(items).map(([label, group]) => [label, group.length])).toEqual([
    ['Discount Code', 2],
    ['Glow', 1],
  ]);
});

it('filters by location', () => {
  const items = [
    { ...item, locations: [] },
    { ...item, locations: [2] },
    { ...item, locations: [3] },
  ];
  expect(usableAt(items, 0)).toHaveLength(3);
  expect(usableAt(items, 2)).toHaveLength(2);
});

it('finds the latest purchase', () => {
  const items = [
    { ...item, id: 'old', purchasedDate: '2026-11-20T10:00:00Z' },
    { ...item, id: 'new', purchasedDate: '2026-11-21T10:00:00.5Z' },
    { ...item, id: 'before', purchasedDate: '2026-11-21T10:00:00Z' },
    { ...item, id: 'gift', purchasedDate: '2026-11-22T10:00:00Z', isGift: true },
    { ...item, id: 'award', purchasedDate: '2026-11-22T10:00:00Z', itemType: 'AppPoints' },
  ];
  expect(newest(items)?.id).toBe('new');
  expect(newest([])).toBeUndefined();
});

it('names the giver of an item', () => {
  expect(giftedBy({ ...item, isGift: false, giftedFrom: 'Ada' })).toBeNull();
  expect(giftedBy({ ...item, isGift: true, giftedFrom: 'Ada' })).toBe('Gift from Ada');
  expect(giftedBy({ ...item, isGift: true, giftedFrom: null })).toBe('A gift');
});
