import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { OrderBody, OrderItem, Quote } from '@/shared/api/types';
import { orderBody } from './order-body';

/** Not queued, because a quote changes nothing. */
export function fetchQuote(body: OrderBody): Promise<Quote> {
  return unwrap(parallel.POST('/api/v1/orders/quote', { body }));
}

/**
 * Totals come only from the server; the previous ones stay visible, grayed out, until the new ones arrive.
 */
export const quoteQuery = (items: OrderItem[], locationId: number, kept: number[] = []) =>
  queryOptions({
    queryKey: keys.quote(JSON.stringify([items, kept]), locationId),
    queryFn: () => fetchQuote(orderBody({ items, locationId, kept })),
    placeholderData: keepPreviousData,
    enabled: items.length > 0,
    staleTime: 30_000,
  });
