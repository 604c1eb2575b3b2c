import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/shared/api/api-error';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { OrderBody, OrderResult } from '@/shared/api/types';
import { verdictOf } from '@/shared/api/verdict';
import { pause } from '@/shared/lib/pause';

/** The order's outcome is unknown: don't send it again with another key. */
export class OrderInDoubt extends Error {
  constructor(cause: unknown) {
    super('the answer to an order was lost', { cause });
    this.name = 'OrderInDoubt';
  }
}

const pauses = [800, 2000, 4000];

/** Whether the order itself was rejected, so its key is used up. */
export function isRefusal(error: unknown): boolean {
  return verdictOf(error) === 'refused';
}

/**
 * Sends an order. After a lost response, it is sent again with the same key, so it is charged only once.
 *
 * Throws the error if the order wasn't placed, and `OrderInDoubt` if it may have been: an error before the
 * key was checked says nothing about an earlier request.
 */
export async function sendOrder(body: OrderBody, key: string): Promise<OrderResult> {
  let doubted = false;
  for (const wait of [...pauses, null]) {
    try {
      return await unwrap(serial.POST('/api/v1/orders', { body, headers: { 'Idempotency-Key': key } }));
    } catch (error) {
      const said = verdictOf(error);
      if (said === 'refused' || (said === 'turned away' && !doubted)) throw error;
      if (said === 'turned away' || wait === null) throw new OrderInDoubt(error);
      doubted = true;
      await pause(wait);
    }
  }
  throw new Error('unreachable');
}

/** Result of the order with this key; null if it never arrived and can't arrive anymore. */
export function withdrawOrder(key: string): Promise<OrderResult | null> {
  return unwrap(parallel.POST('/api/v1/orders/withdrawal', { body: { key } }));
}

export function fetchOrder(transRecordId: string): Promise<OrderResult> {
  return unwrap(parallel.GET('/api/v1/orders/{transRecordId}', { params: { path: { transRecordId } } }));
}

/** Refetches all customer data that an order can change. */
export async function orderSettled(queries: QueryClient, { approved }: OrderResult): Promise<void> {
  if (approved) await queries.invalidateQueries({ queryKey: keys.customer() });
}

/** Refetches data that a rejected order shows to be outdated. */
export async function orderRefused(queries: QueryClient, error: unknown): Promise<void> {
  const code = error instanceof ApiError ? error.code : undefined;
  const offer = code === 'price_changed' || code === 'sold_out' || code === 'not_found';
  if (offer) await queries.invalidateQueries();
  if (code === 'card_required') await queries.invalidateQueries({ queryKey: keys.payment() });
  if (code === 'vehicle_required') await queries.invalidateQueries({ queryKey: keys.vehicle() });
}
