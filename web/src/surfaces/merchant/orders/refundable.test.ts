import { expect, it } from 'vitest';
import type { OrderLine } from '@/shared/api/types';
import {
  bundlePartCost,
  bundlesOf,
  canRefund,
  canRestock,
  costOf,
  mostOf,
  needsReason,
  nextSteps,
  partCodes,
  refundOf,
  splittableLines,
  wholeLines,
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
  washes: [],
  refunded: 0,
  startsLater: false,
  refundable: 2160,
  ...fields,
});

const order = (lines: OrderLine[], refundable = 10_000) => ({ lines, refundable });

it('offers lines that the server can refund', () => {
  const lines = [line(), line({ lineId: 2, reversalId: 7, refunded: 2160, refundable: null })];
  expect(wholeLines(order(lines))).toEqual([lines[0]]);
  // Part of it was charged back, so the rest doesn't cover the line.
  expect(wholeLines(order(lines, 2000))).toEqual([]);
  expect(splittableLines(order(lines, 2000))).toEqual([lines[0]]);
  expect(canRefund(order(lines, 2000))).toBe(true);
  expect(canRefund(order(lines, 0))).toBe(false);
  expect(canRefund(order([line({ refundable: 0 })], 0))).toBe(true);
  expect(costOf(line())).toBe(2160);
});

it("refunds a card's balance once", () => {
  const card = { cardId: 7, amount: 1000, balance: 1500, isHeld: false };
  const reload = (lineId: number) =>
    line({
      lineId,
      appProductType: 'GiftCardRecharge',
      price: 1100,
      taxes: 0,
      refundable: 1100,
      loadedCard: card,
    });
  const other = { ...reload(3), loadedCard: { ...card, cardId: 8 } };
  expect(refundOf([reload(1)])).toBe(1100);
  expect(refundOf([reload(1), reload(2), other, line()])).toBe(1100 + 550 + 1100 + 2160);
  expect(refundOf([reload(1), reload(2), reload(4)])).toBe(1650);
});

it('offers unused codes of a bundle at their share of its price', () => {
  const bundle = line({ appProductType: 'AppBundle', quantity: 3, used: 1, unused: 2 });
  expect(partCodes({ refundable: 2160 }, bundle)).toBe(2);
  expect(partCodes({ refundable: 2160 }, { ...bundle, unused: 3 })).toBe(2);
  expect(partCodes({ refundable: 1439 }, bundle)).toBe(1);
  expect(partCodes({ refundable: 0 }, bundle)).toBe(0);
  expect(partCodes({ refundable: 2160 }, { ...bundle, isGift: true })).toBe(0);
  expect(partCodes({ refundable: 2160 }, { ...bundle, unused: 0 })).toBe(0);
  expect(partCodes({ refundable: 2160 }, line())).toBe(0);
  expect(bundlesOf(order([bundle, line()]))).toEqual([bundle]);
  expect(bundlePartCost(bundle, 2)).toBe(1440);
});

it('offers an amount below the price of everything but gift cards', () => {
  expect(splittableLines(order([line(), line({ appProductType: 'GiftCard' })]))).toEqual([line()]);
  const left = { refundable: 10_000 };
  expect(mostOf(left, line())).toBe(2159);
  // The rest was credited toward another club.
  expect(mostOf(left, line({ refundable: 800 }))).toBe(800);
  expect(mostOf({ refundable: 500 }, line())).toBe(500);
  expect(mostOf(left, line({ price: 1, taxes: 0, refundable: 1 }))).toBe(0);
  expect(mostOf(left, line({ price: 0, taxes: 0, refundable: 0 }))).toBe(0);
  expect(mostOf(left, line({ refundable: null }))).toBe(0);
});

it('restocks unshipped and returned items', () => {
  expect(canRestock({ fulfillmentState: 'packed' })).toBe(true);
  expect(canRestock({ fulfillmentState: 'returned' })).toBe(true);
  expect(canRestock({ fulfillmentState: 'shipped' })).toBe(false);
  expect(canRestock({ fulfillmentState: null })).toBe(false);
});

it('requires a reason for used or shipped items', () => {
  expect(needsReason(line())).toBe(false);
  expect(needsReason(line({ used: 1 }))).toBe(true);
  expect(needsReason(line({ fulfillmentState: 'packed' }))).toBe(false);
  expect(needsReason(line({ fulfillmentState: 'delivered' }))).toBe(true);
});

it('advances shipments, except refunded items', () => {
  expect(nextSteps(line())).toEqual([]);
  expect(nextSteps(line({ fulfillmentState: 'queued' }))).toEqual(['packed', 'shipped', 'cancelled']);
  expect(nextSteps(line({ fulfillmentState: 'queued', reversalId: 1 }))).toEqual([]);
  expect(nextSteps(line({ fulfillmentState: 'shipped', reversalId: 1 }))).toEqual(['delivered', 'returned']);
});
