import { queryOptions } from '@tanstack/react-query';
import { sideBySide, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

/** What was sent to the customer's address and waits until that is confirmed. */
export const waitingGiftsQuery = () =>
  queryOptions({
    queryKey: keys.waitingGifts(),
    queryFn: ({ signal }) => unwrap(sideBySide.GET('/api/v1/users/gifts/waiting', { signal })),
  });
