import { queryOptions } from '@tanstack/react-query';
import { sideBySide, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

/** Orders, newest first. */
export const purchasesQuery = () =>
  queryOptions({
    queryKey: keys.purchases(),
    queryFn: ({ signal }) => unwrap(sideBySide.GET('/api/v1/users/purchases', { signal })),
    select: (purchases) => [...purchases].sort((a, b) => b.purchaseDate.localeCompare(a.purchaseDate)),
  });
