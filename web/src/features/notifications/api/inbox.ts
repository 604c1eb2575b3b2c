import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { Notification } from '@/shared/api/types';

/** Asking for the list is what marks it as read on the server: nothing is unread afterwards. */
async function openInbox(queries: QueryClient): Promise<Notification[]> {
  // A count that is under way would come from before.
  await queries.cancelQueries({ queryKey: keys.unread() });
  const list = await unwrap(serial.PATCH('/api/v1/users/notifications'));
  queries.setQueryData(keys.unread(), 0);
  return list;
}

/** The newest first, each as unread as it was before it was asked for; asked for again only when it is opened again. */
export const inboxQuery = () =>
  queryOptions({
    queryKey: keys.inbox(),
    queryFn: ({ client }) => openInbox(client),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
