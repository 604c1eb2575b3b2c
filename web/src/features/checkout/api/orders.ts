import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/shared/api/api-error';
import { api, sideBySide, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { OrderBody, OrderResult } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';

const press = pressKey('order');
const pauses = [800, 2000, 4000];

/** No answer, an answer of a broken server, or 'still at it': the same key finds out what became of the press. */
function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 502 || error.status === 504 || error.code === 'in_progress';
}

async function send(body: OrderBody): Promise<OrderResult> {
  const headers = { 'Idempotency-Key': press.of(body) };
  return unwrap(api.POST('/api/v1/orders', { body, headers }));
}

/** Places the order. A lost answer is asked for again with the same key, so that it is charged once. */
export async function placeOrder(body: OrderBody): Promise<OrderResult> {
  for (const pause of [...pauses, null]) {
    try {
      const result = await send(body);
      press.settle();
      return result;
    } catch (error) {
      if (error instanceof ApiError && error.definite) press.settle();
      if (pause === null || !isLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  throw new Error('unreachable');
}

const checkEvery = 3000;

/** An order whose payment is being looked into, asked for until it is settled. */
export const pendingOrderQuery = (transRecordId: string) =>
  queryOptions({
    queryKey: keys.order(transRecordId),
    queryFn: ({ signal }) =>
      unwrap(
        sideBySide.GET('/api/v1/orders/{transRecordId}', { params: { path: { transRecordId } }, signal }),
      ),
    refetchInterval: (query) =>
      query.state.data && query.state.data.code !== 'pending' ? false : checkEvery,
  });
