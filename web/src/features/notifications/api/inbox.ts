import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { Notification } from '@/shared/api/types';

/** Fetching the inbox marks it as read on the server, so the unread count becomes zero. */
async function openInbox(queries: QueryClient): Promise<Notification[]> {
  // A pending count would be outdated.
  await queries.cancelQueries({ queryKey: keys.unread() });
  const list = await unwrap(serial.PATCH('/api/v1/users/notifications'));
  queries.setQueryData(keys.unread(), 0);
  return list;
}

/** Inbox, newest first, with the read state before this request. Refetched only when it is opened again. */
export const inboxQuery = () =>
  queryOptions({
    queryKey: keys.inbox(),
    queryFn: ({ client }) => openInbox(client),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
