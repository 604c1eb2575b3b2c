import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

export const locationsQuery = () =>
  queryOptions({
    queryKey: keys.locations(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/locations', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
