import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

/** What was sent to the customer's address and waits until that is confirmed. */
export const waitingGiftsQuery = () =>
  queryOptions({
    queryKey: keys.waitingGifts(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/gifts/waiting', { signal })),
  });
