import { ApiError } from '@/shared/api/api-error';
import type { OrderResult } from '@/shared/api/types';
import { underLock } from '@/shared/lib/lock';
import { pause } from '@/shared/lib/pause';
import { fetchOrder, withdrawOrder } from '../api/orders';
import { type OpenOrder, openOrder } from './open-order';
import { orderLock } from './place-order';
import { settleOrder } from './settle-order';

export type Found = { order: OpenOrder; result: OrderResult | null };

const soon = 3000;
const later = 60_000;

/** Delay before the next attempt: an unknown payment is first looked up one minute after its order. */
function patience(asked: number): number {
  return asked < 40 ? soon : later;
}

/** An order unknown to the server can never settle, so it must not hold the lock. */
function ask({ key, known }: OpenOrder): Promise<OrderResult | null> {
  if (!known) return withdrawOrder(key);
  return fetchOrder(known.transRecordId).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  });
}

/**
 * Polls until the open order with this key is settled, and settles it here. Only one tab polls; `undefined`
 * if another one was faster or `signal` aborted.
 */
export function findOut(key: string, signal: AbortSignal): Promise<Found | undefined> {
  return underLock(orderLock, async () => {
    for (let asked = 0; !signal.aborted; asked += 1) {
      const order = openOrder.read();
      if (order?.key !== key) return undefined;
      try {
        const result = await ask(order);
        if (signal.aborted) return undefined;
        settleOrder(order, result);
        if (!result?.blocks) return { order, result };
      } catch {
        // No response means no news; try again.
      }
      await pause(patience(asked), signal);
    }
    return undefined;
  });
}
