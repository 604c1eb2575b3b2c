import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { Recipient } from '@/shared/api/types';

/** People the customer has sent gifts to, newest first. */
export const recipientsQuery = () =>
  queryOptions({
    queryKey: keys.recipients(),
    queryFn: ({ signal }): Promise<Recipient[]> =>
      unwrap(parallel.GET('/api/v1/users/gifts/recipients', { signal })),
    staleTime: 60_000,
  });
