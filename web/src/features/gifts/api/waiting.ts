import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

/** Gifts that wait for the customer to confirm their email address. */
export const waitingGiftsQuery = () =>
  queryOptions({
    queryKey: keys.waitingGifts(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/gifts/waiting', { signal })),
  });
