import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/shared/api/api-error';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

const every = 120_000;

async function countUnread(signal: AbortSignal): Promise<number | null> {
  const params = { query: { status: 'unread' as const } };
  try {
    return await unwrap(parallel.GET('/api/v1/users/notifications', { params, signal }));
  } catch (error) {
    // A server without notifications has no unread ones; stop polling.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Number of unread notifications. Refetched every two minutes while visible, and on return to the page. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: keys.unread(),
    queryFn: ({ signal }) => countUnread(signal),
    staleTime: every,
    refetchInterval: ({ state }) => (state.data === null ? false : every),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: ({ state }) => (state.data === null ? false : 'always'),
  });
