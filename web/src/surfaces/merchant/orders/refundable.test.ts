import { expect, it } from 'vitest';
import type { OrderLine } from '@/shared/api/types';
import {
  bundlePartCost,
  canRestock,
  costOf,
  needsReason,
  nextSteps,
  partCodes,
  refundableLines,
  splittableLines,
} from './refundable';

const line = (fields: Partial<OrderLine> = {}): OrderLine => ({
  lineId: 1,
  appProductType: 'AppWash',
  name: 'Glow',
  price: 2000,
  discount: 0,
  credit: 0,
  taxes: 160,
  isGift: false,
  used: 0,
  unused: 1,
  quantity: 1,
  refunded: 0,
  ...fields,
});

it('gives back what was paid for and is not on its way back', () => {
  const lines = [line(), line({ lineId: 2, reversalId: 7, refunded: 2160 })];
  const order = { state: 'paid', lines, disputed: 0, disputable: 2160 };
  expect(refundableLines(order).map(({ lineId }) => lineId)).toEqual([1]);
  expect(refundableLines({ ...order, state: 'failed' })).toEqual([]);
  // Part of it was charged back, so the rest doesn't cover the line.
  expect(refundableLines({ ...order, disputed: 160, disputable: 2000 })).toEqual([]);
  expect(costOf(line())).toBe(2160);
});

it('offers unused codes of a bundle at their share of its price', () => {
  const bundle = line({ appProductType: 'AppBundle', quantity: 3, used: 1, unused: 2 });
  expect(partCodes(bundle)).toBe(2);
  expect(partCodes({ ...bundle, unused: 3 })).toBe(2);
  expect(partCodes({ ...bundle, isGift: true })).toBe(0);
  expect(partCodes({ ...bundle, unused: 0 })).toBe(0);
  expect(partCodes(line())).toBe(0);
  expect(bundlePartCost(bundle, 2)).toBe(1440);
});

it('offers an amount of everything but gift cards', () => {
  expect(splittableLines([line(), line({ appProductType: 'GiftCard' })])).toEqual([line()]);
});

it('restocks unshipped and returned items', () => {
  expect(canRestock({ fulfillmentState: 'packed' })).toBe(true);
  expect(canRestock({ fulfillmentState: 'returned' })).toBe(true);
  expect(canRestock({ fulfillmentState: 'shipped' })).toBe(false);
  expect(canRestock({ fulfillmentState: null })).toBe(false);
});

it('asks for a reason where something was used or sent', () => {
  expect(needsReason(line())).toBe(false);
  expect(needsReason(line({ used: 1 }))).toBe(true);
  expect(needsReason(line({ fulfillmentState: 'packed' }))).toBe(false);
  expect(needsReason(line({ fulfillmentState: 'delivered' }))).toBe(true);
});

it('moves goods on, but sends nothing that was given back', () => {
  expect(nextSteps(line())).toEqual([]);
  expect(nextSteps(line({ fulfillmentState: 'queued' }))).toEqual(['packed', 'shipped', 'cancelled']);
  expect(nextSteps(line({ fulfillmentState: 'queued', reversalId: 1 }))).toEqual([]);
  expect(nextSteps(line({ fulfillmentState: 'shipped', reversalId: 1 }))).toEqual(['delivered', 'returned']);
});
