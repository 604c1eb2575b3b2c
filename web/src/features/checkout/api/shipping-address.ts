import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { ShippingAddress } from '@/shared/api/types';

/** Customer's last shipping address, or null. */
export const shippingAddressQuery = () =>
  queryOptions({
    queryKey: keys.shippingAddress(),
    queryFn: ({ signal }): Promise<ShippingAddress | null> =>
      unwrap(parallel.GET('/api/v1/users/shipping-address', { signal })),
    staleTime: 60_000,
  });
