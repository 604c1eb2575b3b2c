import { expect, it } from 'vitest';
import type { OrderDetail, OrderLine } from '@/shared/api/types';
import { amountOf, type RefundEntry, refundRequest } from './refund-request';

const line = (fields: Partial<OrderLine>): OrderLine =>
  ({
    lineId: 1,
    appProductType: 'AppWash',
    name: 'Glow',
    price: 2000,
    taxes: 160,
    isGift: false,
    used: 0,
    unused: 1,
    quantity: 1,
    refunded: 0,
    refundable: 2160,
    ...fields,
  }) as OrderLine;

const order = (fields: Partial<OrderDetail> = {}): OrderDetail =>
  ({
    state: 'paid',
    currency: 'USD',
    disputed: 0,
    refundable: 4320,
    givenBack: 0,
    lines: [line({}), line({ lineId: 2, appProductType: 'AppBundle', quantity: 3, unused: 3 })],
    ...fields,
  }) as OrderDetail;

const entry = (fields: Partial<RefundEntry>): RefundEntry => ({
  type: 'items',
  lines: [],
  line: '',
  quantity: '1',
  amount: '',
  refundReason: 'other',
  destination: 'card',
  restock: true,
  endMembership: false,
  reason: '',
  ...fields,
});

const options = { refundReason: 'other', restock: true, endMembership: false, expectedRefunded: 0 };

it('refunds the rest to the card, or selected lines to a gift card', () => {
  const all = entry({ lines: [2, 1] });
  expect(amountOf(order(), all)).toBe(4320);
  expect(refundRequest(order(), all)).toEqual({ lines: 'rest', expectedAmount: 4320, ...options });
  expect(refundRequest(order(), { ...all, destination: 'gift_card' })).toEqual({
    lines: [1, 2],
    destination: 'gift_card',
    expectedAmount: 4320,
    ...options,
  });
  expect(refundRequest(order(), entry({ lines: [2] }))).toEqual({
    lines: [2],
    destination: 'card',
    expectedAmount: 2160,
    ...options,
  });
});

it('refunds lines by ID while another is blocked', () => {
  const held = { cardId: 1, amount: 2000, balance: 1000, isHeld: true };
  const card = line({ lineId: 3, appProductType: 'GiftCard', refundable: null, loadedCard: held });
  const waiting = order({ lines: [line({}), card], refundable: 2160 });
  expect(refundRequest(waiting, entry({ lines: [1, 3] })).lines).toEqual([1]);
  const disputed = order({ disputed: 100 });
  expect(refundRequest(disputed, entry({ lines: [1, 2] })).lines).toEqual([1, 2]);
});

it('refunds the remaining value of a gift card and a credited period', () => {
  const card = { cardId: 1, amount: 5500, balance: 4266, isHeld: false };
  const spent = line({
    appProductType: 'GiftCard',
    price: 5000,
    taxes: 0,
    refundable: 3878,
    loadedCard: card,
  });
  const month = line({ lineId: 2, appProductType: 'AppClub', refundable: 315 });
  const both = order({ lines: [spent, month], refundable: 4193 });
  expect(amountOf(both, entry({ lines: [1] }))).toBe(3878);
  expect(amountOf(both, entry({ lines: [2] }))).toBe(315);
  expect(refundRequest(both, entry({ lines: [1, 2] })).expectedAmount).toBe(4193);
});

it('refunds codes of a bundle at their share', () => {
  const two = entry({ type: 'quantity', line: '2', quantity: '2' });
  expect(amountOf(order(), two)).toBe(1440);
  expect(refundRequest(order(), two)).toEqual({
    lines: [],
    parts: [{ lineId: 2, quantity: 2 }],
    destination: 'card',
    expectedAmount: 1440,
    ...options,
  });
});

it("parses an amount in the order's currency", () => {
  const part = entry({ type: 'amount', line: '1', amount: '5' });
  expect(amountOf(order(), part)).toBe(500);
  const yen = order({ currency: 'JPY' });
  expect(amountOf(yen, part)).toBe(5);
  expect(amountOf(yen, { ...part, amount: '5.00' })).toBe(0);
  expect(refundRequest(yen, part).parts).toEqual([{ lineId: 1, amount: 5 }]);
});

it('sends the reason for a used item', () => {
  const used = order({ lines: [line({ used: 1 })] });
  const asked = entry({ lines: [1], reason: 'Foam was out' });
  expect(refundRequest(used, asked)).toEqual({
    lines: 'rest',
    expectedAmount: 2160,
    ...options,
    override: true,
    reason: 'Foam was out',
  });
});
