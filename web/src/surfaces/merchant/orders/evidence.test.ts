import { expect, it } from 'vitest';
import type { OrderDetail, OrderHistory } from '@/shared/api/types';
import { evidenceOf } from './evidence';

const order: OrderDetail = {
  transRecordId: 'abc',
  orderNumber: '100001',
  state: 'paid',
  userId: '7',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.com',
  products: [],
  subtotal: 1200,
  taxes: 103,
  total: 1303,
  givenBack: 0,
  refundedToGiftCards: 0,
  refundReasons: [],
  disputed: 1303,
  currency: 'USD',
  code: 'ET1',
  createdAt: '2026-11-20T15:00:00Z',
  settledAt: '2026-11-20T15:00:01Z',
  waitsForPerson: false,
  lines: [
    {
      lineId: 1,
      appProductType: 'AppWash',
      name: 'Sunrise',
      price: 1200,
      discount: 0,
      credit: 0,
      taxes: 103,
      isGift: true,
      giftedTo: 'Bob',
      used: 1,
      unused: 0,
      quantity: 1,
      washes: [],
      refunded: 0,
      startsLater: false,
    },
  ],
  payment: {
    reference: 'ref-1',
    processor: 'moneris',
    state: 'approved',
    amount: 1303,
    refunded: 0,
    code: 'ET1',
  },
  reversals: [],
  disputes: [
    {
      disputeId: 1,
      state: 'open',
      amount: 1303,
      reason: 'not_received',
      caseNumber: 'CB-7',
      respondBy: '2026-12-01',
      takeBack: false,
      recordedBy: 'customer:1',
      createdAt: '2026-11-23T10:00:00Z',
    },
  ],
  disputable: 0,
  refundable: 0,
};

const history: OrderHistory = {
  jobs: [],
  acts: [
    {
      at: '2026-11-20T15:00:05Z',
      actor: 'checkout',
      action: 'mail_sent',
      before: null,
      after: null,
      detail: { mail: 'receipt' } as never,
    },
  ],
  uses: [
    {
      at: '2026-11-21T09:00:00Z',
      name: 'Sunrise',
      codeEnds: '4711',
      location: 'Downtown',
      terminal: 'Lane 1',
    },
  ],
  clubUses: [{ at: '2026-11-22T09:00:00Z', club: 'Unlimited', location: 'Harbour', terminal: 'Lane 2' }],
};

it('lists sold items, sent emails and redeemed codes', () => {
  const text = evidenceOf(order, history, 'Sparkle');
  for (const said of [
    'Order 100001',
    'Merchant: Sparkle',
    'Ada Byron',
    'ada@example.com',
    'Sunrise: $13.03; Gift for Bob',
    'code ending in 4711, Downtown, Lane 1',
    'Unlimited, Harbour, Lane 2',
    'Reference: ref-1',
    'Not received, CB-7',
  ]) {
    expect(text).toContain(said);
  }
  expect(text).toMatch(/Sent emails\n {2}.*Receipt/i);
});

it('omits empty sections', () => {
  const unused = evidenceOf(order, { ...history, uses: [], clubUses: [] }, 'Sparkle');
  expect(unused).not.toContain('Redeemed codes');
  expect(unused).not.toContain('Club washes in the period');
  expect(evidenceOf(order, history, 'Sparkle')).not.toContain('Refunds');
});
