import type { OrderResult } from '@/shared/api/types';
import { cart } from './cart';
import { type OpenOrder, openOrder } from './open-order';

/**
 * Records the server's result of an order; `null` if it wasn't placed. Paid items leave the cart before
 * anything else can be bought, and so do items with an unknown payment. An unpaid cart gets a new key.
 */
export function settleOrder({ key }: OpenOrder, result: OrderResult | null) {
  // Read again, because another customer may have logged in and taken over the cart.
  const order = openOrder.find(key);
  if (!order) return;
  if (result?.blocks) {
    const { transRecordId, orderNumber } = result;
    openOrder.set({ ...order, known: { transRecordId, orderNumber } });
    return;
  }
  if (order.lines) {
    if (result?.approved || result?.code === 'pending') cart.take(order.lines);
    else cart.renew();
  }
  openOrder.clear(key);
}
