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

/** Whether the order itself said no: its key is done with. */
export function isRefusal(error: unknown): boolean {
  return verdictOf(error) === 'refused';
}

/**
 * Sends an order; a lost answer is asked for again with the same key, so that it is charged once.
 *
 * Throws the refusal where the order was not placed, and `OrderInDoubt` where it may have been: a request that is turned
 * away says nothing of an earlier one.
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

/** Has fetched again what an order changed: a purchase shows in all that is the customer's. */
export async function orderSettled(queries: QueryClient, { approved }: OrderResult): Promise<void> {
  if (approved) await queries.invalidateQueries({ queryKey: keys.customer() });
}

/** Has fetched again what the refusal of an order proves stale. */
export async function orderRefused(queries: QueryClient, error: unknown): Promise<void> {
  const code = error instanceof ApiError ? error.code : undefined;
  const offer = code === 'price_changed' || code === 'sold_out' || code === 'not_found';
  if (offer) await queries.invalidateQueries();
  if (code === 'card_required') await queries.invalidateQueries({ queryKey: keys.payment() });
  if (code === 'vehicle_required') await queries.invalidateQueries({ queryKey: keys.vehicle() });
}
