import { queryOptions } from '@tanstack/react-query';
import { sideBySide, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

/** Single washes at a location, 0 for all; dearest first. */
export const washesQuery = (locationId: number) =>
  queryOptions({
    queryKey: keys.products('washes', locationId),
    queryFn: ({ signal }) => {
      const query = locationId ? { locationId } : {};
      return unwrap(sideBySide.GET('/api/v1/products/washes', { params: { query }, signal }));
    },
    select: (products) =>
      products
        .filter(({ locations }) => !locationId || locations.length === 0 || locations.includes(locationId))
        .sort((a, b) => b.price - a.price),
    staleTime: 60_000,
  });
