import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

/** Orders, newest first. */
export const purchasesQuery = () =>
  queryOptions({
    queryKey: keys.purchases(),
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/users/purchases', { signal })),
    select: (purchases) => [...purchases].sort((a, b) => b.purchaseDate.localeCompare(a.purchaseDate)),
  });
