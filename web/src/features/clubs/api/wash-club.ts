import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { WashClub } from '@/shared/api/types';

/** Customer's membership, or null. */
export const washClubQuery = () =>
  queryOptions({
    queryKey: keys.washClub(),
    queryFn: ({ signal }): Promise<WashClub | null> =>
      unwrap(parallel.GET('/api/v1/users/washclub', { signal })),
    staleTime: 30_000,
  });
