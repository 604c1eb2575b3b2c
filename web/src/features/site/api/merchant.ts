import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

export const merchantQuery = () =>
  queryOptions({
    queryKey: keys.merchant(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/merchant', { signal })),
    staleTime: 5 * 60_000,
  });
