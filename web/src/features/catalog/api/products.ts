import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { Product } from '@/shared/api/types';

export type ProductKind = 'washes' | 'bundles' | 'washClubs' | 'giftCards' | 'merchandise';

/** Highest price first; clubs with the same first-month price by monthly price. */
function byPrice(a: Product, b: Product): number {
  return b.price - a.price || (b.monthlyPrice ?? 0) - (a.monthlyPrice ?? 0);
}

/** Products of a type at a location (0 for all), highest price first. */
export const productsQuery = (kind: ProductKind, locationId: number) =>
  queryOptions({
    queryKey: keys.products(kind, locationId),
    queryFn: ({ signal }): Promise<Product[]> => {
      const query = locationId ? { locationId } : {};
      return unwrap(
        parallel.GET(`/api/v1/products/${kind}`, {
          params: { query },
          signal,
        }),
      );
    },
    select: (products) =>
      products
        .filter(({ locations }) => !locationId || locations.length === 0 || locations.includes(locationId))
        .sort(byPrice),
    staleTime: 60_000,
  });
