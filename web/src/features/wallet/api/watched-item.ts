import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '@/shared/api/api-error';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { WalletItem } from '@/shared/api/types';
import { isOver } from '../model/wallet';
import { useKnownWallet } from './wallet';

/** Polling interval for a code's status, in milliseconds. */
const every = 3000;

async function lookAt(itemId: string, signal: AbortSignal): Promise<WalletItem | null> {
  const params = { path: { itemId } };
  try {
    return await unwrap(parallel.GET('/api/v1/users/wallet/{itemId}', { params, signal }));
  } catch (error) {
    // Doesn't exist, or belongs to someone else.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Item whose code is shown, polled while it can be redeemed; null if it doesn't exist. */
export const watchedItemQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...keys.wallet(), itemId],
    queryFn: ({ signal }) => lookAt(itemId, signal),
    refetchInterval: ({ state }) =>
      state.data === null || (state.data && isOver(state.data)) ? false : every,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });

/** Item on screen; initially from the list or the device's copy. */
export function useWatchedItem(itemId: string) {
  const queries = useQueryClient();
  const query = useQuery(watchedItemQuery(itemId));
  const wallet = useKnownWallet();
  const listed = wallet.items?.find(({ id }) => id === itemId);
  const data = query.data === undefined ? listed : query.data;
  const over = data ? isOver(data) : false;
  useEffect(() => {
    // The list must not offer used items.
    if (over) void queries.invalidateQueries({ queryKey: keys.wallet(), exact: true });
  }, [over, queries]);
  const asOf = query.failureCount > 0 ? query.dataUpdatedAt || wallet.asOf : null;
  return { ...query, data, asOf };
}
