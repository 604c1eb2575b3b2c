import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

export const pointsQuery = () =>
  queryOptions({
    queryKey: keys.points(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/points', { signal })),
    staleTime: 30_000,
  });
