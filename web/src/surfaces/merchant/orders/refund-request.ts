import type { Refund } from '@/features/checkout/api/admin-orders';
import type { OrderDetail, OrderLine, RefundDestination, RefundReason } from '@/shared/api/types';
import { parseAmount } from '../components/amount';
import { bundlePartCost, needsReason, refundOf } from './refundable';

/** Whole items, a quantity of a bundle's codes, or an amount. */
export type RefundType = 'items' | 'quantity' | 'amount';

/** Values of the refund dialog. */
export type RefundEntry = {
  type: RefundType;
  /** IDs of whole lines. */
  lines: number[];
  /** ID of the partially refunded line. */
  line: string;
  quantity: string;
  amount: string;
  refundReason: RefundReason;
  destination: RefundDestination;
  restock: boolean;
  endMembership: boolean;
  /** Reason to refund used or shipped items. */
  reason: string;
};

/** Fully or partly refunded lines. */
export function chosenLines({ lines }: OrderDetail, { type, lines: ids, line }: RefundEntry): OrderLine[] {
  const isChosen = ({ lineId }: OrderLine) =>
    type === 'items' ? ids.includes(lineId) : String(lineId) === line;
  return lines.filter((one) => one.refundable != null && isChosen(one));
}

/** Amount of the refund, in minor units. */
export function amountOf(order: OrderDetail, entry: RefundEntry): number {
  if (entry.type === 'amount') return parseAmount(entry.amount, order.currency) ?? 0;
  const chosen = chosenLines(order, entry);
  if (entry.type === 'items') return refundOf(chosen);
  return chosen.reduce((sum, line) => sum + bundlePartCost(line, Number(entry.quantity)), 0);
}

/** Whether a reason is required to refund used or shipped items. */
export const needsOverride = (order: OrderDetail, entry: RefundEntry): boolean =>
  entry.type === 'items' && chosenLines(order, entry).some(needsReason);

/** Refund request. The rest of an order may be voided if it is refunded to the card. */
export function refundRequest(order: OrderDetail, entry: RefundEntry): Refund {
  const { type, line, quantity, refundReason, destination, restock, endMembership, reason } = entry;
  const override = needsOverride(order, entry) ? { override: true, reason } : {};
  const expectedAmount = amountOf(order, entry);
  // Not twice, if the order was refunded in another tab or by a teammate.
  const expectedRefunded = order.givenBack;
  const options = { refundReason, restock, endMembership, expectedAmount, expectedRefunded, ...override };
  const lineId = Number(line);
  if (type === 'amount') {
    const part = { lineId, amount: expectedAmount };
    return { lines: [], parts: [part], destination, ...options };
  }
  if (type === 'quantity') {
    return { lines: [], parts: [{ lineId, quantity: Number(quantity) }], destination, ...options };
  }
  const ids = chosenLines(order, entry).map(({ lineId }) => lineId);
  const open = order.lines.filter(({ reversalId }) => reversalId == null);
  const isRest = ids.length === open.length && order.disputed === 0;
  return isRest && destination === 'card'
    ? { lines: 'rest', ...options }
    : { lines: ids, destination, ...options };
}
