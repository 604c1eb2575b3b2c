import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { chosen } from './order-body';

type Products = { productId: number }[];

export function fetchQuote(products: Products, locationId: number) {
  return unwrap(api.POST('/api/v1/orders/quote', { body: chosen(products, locationId) }));
}

/** Totals come from the server only; the old ones stay, greyed, until the new ones are here. */
export const quoteQuery = (products: Products, locationId: number) =>
  queryOptions({
    queryKey: keys.quote(products.map((product) => product.productId).join(','), locationId),
    queryFn: () => fetchQuote(products, locationId),
    placeholderData: keepPreviousData,
    enabled: products.length > 0,
    staleTime: 30_000,
  });
