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
    ...fields,
  }) as OrderLine;

const order = (fields: Partial<OrderDetail> = {}): OrderDetail =>
  ({
    state: 'paid',
    currency: 'USD',
    disputed: 0,
    disputable: 0,
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

const options = { refundReason: 'other', restock: true, endMembership: false };

it('refunds the rest to the card, and the same lines to a gift card by name', () => {
  const all = entry({ lines: [2, 1] });
  expect(amountOf(order(), all)).toBe(4320);
  expect(refundRequest(order(), all)).toEqual({ lines: 'rest', ...options });
  expect(refundRequest(order(), { ...all, destination: 'gift_card' })).toEqual({
    lines: [1, 2],
    destination: 'gift_card',
    ...options,
  });
  expect(refundRequest(order(), entry({ lines: [2] }))).toEqual({
    lines: [2],
    destination: 'card',
    ...options,
  });
});

it('refunds codes of a bundle at their share', () => {
  const two = entry({ type: 'quantity', line: '2', quantity: '2' });
  expect(amountOf(order(), two)).toBe(1440);
  expect(refundRequest(order(), two)).toEqual({
    lines: [],
    parts: [{ lineId: 2, quantity: 2 }],
    destination: 'card',
    ...options,
  });
});

it('reads an amount in the currency of the order', () => {
  const part = entry({ type: 'amount', line: '1', amount: '5' });
  expect(amountOf(order(), part)).toBe(500);
  const yen = order({ currency: 'JPY' });
  expect(amountOf(yen, part)).toBe(5);
  expect(amountOf(yen, { ...part, amount: '5.00' })).toBe(0);
  expect(refundRequest(yen, part).parts).toEqual([{ lineId: 1, amount: 5 }]);
});

it('names why something used is refunded', () => {
  const used = order({ lines: [line({ used: 1 })] });
  const asked = entry({ lines: [1], reason: 'Foam was out' });
  expect(refundRequest(used, asked)).toEqual({
    lines: 'rest',
    ...options,
    override: true,
    reason: 'Foam was out',
  });
});
