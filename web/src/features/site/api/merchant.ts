import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

export const merchantQuery = () =>
  queryOptions({
    queryKey: keys.merchant(),
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/merchant', { signal })),
    staleTime: 5 * 60_000,
  });
