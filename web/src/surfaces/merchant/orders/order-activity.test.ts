import { expect, it } from 'vitest';
import { activityLines, type OrderAct } from './order-activity';

const act = (action: string, detail: object, before?: object, after?: object) =>
  ({ action, detail, before: before ?? null, after: after ?? null }) as unknown as OrderAct;

const refund = {
  reversal: 7,
  amount: 1299,
  lines: [3, 4],
  override: null,
  refundReason: 'service_problem',
  destination: 'gift_card',
  restock: false,
  endMembership: true,
};

it('shows refunds in words, in the currency of the order', () => {
  expect(activityLines(act('order_reversal_begun', refund), 'JPY')).toEqual([
    'Amount: ¥1,299',
    'Refund to: New gift card',
    'End membership: Yes',
    'Refund reason: Service problem',
    'Return to stock: No',
  ]);
});

it('shows the status of orders, shipments and disputes in words', () => {
  const settled = act(
    'order_settled',
    { payment: 'a1b2', code: '', takenBack: false },
    { state: 'unknown' },
    { state: 'partially_refunded' },
  );
  expect(activityLines(settled, 'USD')).toContain('Status: Payment unknown → Partially refunded');
  const shipped = act(
    'goods_moved',
    { line: 3, carrier: 'UPS' },
    { state: 'awaiting_address' },
    { state: 'shipped' },
  );
  expect(activityLines(shipped, 'USD')).toEqual(['Status: Address needed → Shipped', 'Carrier: UPS']);
  const lost = act('dispute_settled', { dispute: 1, amount: 500 }, { state: 'open' }, { state: 'lost' });
  expect(activityLines(lost, 'USD')).toEqual(['Status: Open → Lost', 'Amount: $5.00']);
});

it('shows disputes in words', () => {
  const detail = {
    dispute: 1,
    amount: 500,
    reason: 'not_as_described',
    respondBy: '2027-01-15',
    takeBack: true,
  };
  const lines = activityLines(act('dispute_recorded', detail), 'USD');
  expect(lines).toEqual([
    'Amount: $5.00',
    'Reason: Not as described',
    expect.stringMatching(/^Respond by: .*2027/),
    'Codes voided: Yes',
  ]);
});
