import type { OrderResult } from '@/shared/api/types';
import { cart } from './cart';
import { type OpenOrder, openOrder } from './open-order';

/**
 * Writes down what the server said of an order; `null`: it was not placed. What was paid for, or may have been, leaves
 * the cart before anything else can be bought; a cart that was not paid for gets a new key.
 */
export function settleOrder({ key }: OpenOrder, result: OrderResult | null) {
  // As it is now: another customer may have signed in since, and the cart is no longer this order's.
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
