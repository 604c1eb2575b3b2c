import { currentCustomer } from '@/shared/api/session';
import type { OrderBody, OrderResult } from '@/shared/api/types';
import { underLock } from '@/shared/lib/lock';
import { isRefusal, OrderInDoubt, sendOrder } from '../api/orders';
import { type Cart, cart } from './cart';
import { openOrder } from './open-order';
import { settleOrder } from './settle-order';
import type { Unit } from './units';

/** Lock held while an order is sent or checked, so that only one tab does. */
export const orderLock = 'order';

/** Nothing was sent, because an earlier order is open or the cart has changed since the customer agreed. */
export class NotSent extends Error {
  constructor(readonly why: 'open' | 'changed') {
    super(`an order was not sent: ${why}`);
    this.name = 'NotSent';
  }
}

type Purchase = {
  units: Unit[];
  total: number;
  /** Cart to pay for, as the customer saw it. */
  from: Cart | undefined;
};

/**
 * Sends an order the customer has agreed to. It is stored first, so it can be found again after any failure.
 */
export async function placeOrder(body: OrderBody, { units, total, from }: Purchase): Promise<OrderResult> {
  // Check before waiting for the lock too, because it is held while an open order is checked.
  if (openOrder.read()) throw new NotSent('open');
  return underLock(orderLock, async () => {
    if (openOrder.read()) throw new NotSent('open');
    if (from && !cart.is(from)) throw new NotSent('changed');
    const order = {
      key: from?.key ?? crypto.randomUUID(),
      customer: currentCustomer() ?? '',
      units,
      total,
      ...(from && { lines: from.lines.map(({ id, quantity }) => ({ id, quantity })) }),
    };
    openOrder.set(order);
    try {
      const result = await sendOrder(body, order.key);
      settleOrder(order, result);
      return result;
    } catch (error) {
      if (isRefusal(error)) settleOrder(order, null);
      else if (!(error instanceof OrderInDoubt)) openOrder.clear(order.key);
      throw error;
    }
  });
}
