import { expect, it } from 'vitest';
import type { Location, WalletItem } from '@/shared/api/types';
import { giftedBy, goodUntil, groupByLabel, groupCode, usableAt, usesLeft, worksAt } from './wallet';

const place = (id: number, city: string): Location => ({
  id,
  city,
  name: `${city} wash`,
  address1: '',
  address2: '',
  state: '',
  zip: '',
  phone: '',
  latitude: 0,
  longitude: 0,
  hours: [],
});
const item: WalletItem = {
  id: 'a',
  name: 'Glow',
  label: 'Glow',
  code: '104822597316',
  locations: [],
  purchasedDate: '2026-11-20T10:00:00Z',
  expirationDate: null,
  maxUses: 1,
  useLimitCount: 0,
  isGift: false,
  giftedFrom: null,
  giftMessage: null,
  itemType: 'AppWash',
};
const places = [place(1, 'Mesa'), place(2, 'Tempe')];

it('shows twelve digits in fours', () => {
  expect(groupCode(item.code)).toBe('1048 2259 7316');
});

it('says where a code works', () => {
  expect(worksAt(item, places)).toBe('All 2 locations');
  expect(worksAt({ ...item, locations: [0] }, places)).toBe('All 2 locations');
  expect(worksAt({ ...item, locations: [2] }, places)).toBe('Tempe');
  expect(worksAt(item, places.slice(0, 1))).toBe('Mesa wash');
});

it('counts what is left and says until when', () => {
  expect(usesLeft({ ...item, maxUses: 3, useLimitCount: 1 })).toBe(2);
  expect(goodUntil(item)).toBe('No end date');
  expect(groupByLabel([item, { ...item, id: 'b' }])).toEqual([['Glow', [item, { ...item, id: 'b' }]]]);
});

it('puts discounts of both kinds together', () => {
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

it('keeps what can be used at a location', () => {
  const items = [
    { ...item, locations: [] },
    { ...item, locations: [2] },
    { ...item, locations: [3] },
  ];
  expect(usableAt(items, 0)).toHaveLength(3);
  expect(usableAt(items, 2)).toHaveLength(2);
});

it('names who gave an item', () => {
  expect(giftedBy({ ...item, isGift: false, giftedFrom: 'Ada' })).toBeNull();
  expect(giftedBy({ ...item, isGift: true, giftedFrom: 'Ada' })).toBe('Gift from Ada');
  expect(giftedBy({ ...item, isGift: true, giftedFrom: null })).toBe('A gift');
});
