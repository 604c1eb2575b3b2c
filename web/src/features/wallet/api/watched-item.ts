import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '@/shared/api/api-error';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import type { WalletItem } from '@/shared/api/types';
import { isOver } from '../model/wallet';
import { useKnownWallet } from './wallet';

/** How long after a kiosk took a code its owner may wait to see it. */
const every = 3000;

async function lookAt(itemId: string, signal: AbortSignal): Promise<WalletItem | null> {
  const params = { path: { itemId } };
  try {
    return await unwrap(parallel.GET('/api/v1/users/wallet/{itemId}', { params, signal }));
  } catch (error) {
    // Nobody's, or somebody else's.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** An item whose code is shown, asked for again and again while it may still be taken; null where there is none. */
export const watchedItemQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...keys.wallet(), itemId],
    queryFn: ({ signal }) => lookAt(itemId, signal),
    refetchInterval: ({ state }) =>
      state.data === null || (state.data && isOver(state.data)) ? false : every,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });

/** The same on a screen; from the list, or the device's copy of it, where it is there already. */
export function useWatchedItem(itemId: string) {
  const queries = useQueryClient();
  const query = useQuery(watchedItemQuery(itemId));
  const wallet = useKnownWallet();
  const listed = wallet.items?.find(({ id }) => id === itemId);
  const data = query.data === undefined ? listed : query.data;
  const over = data ? isOver(data) : false;
  useEffect(() => {
    // The list must not offer what was used.
    if (over) void queries.invalidateQueries({ queryKey: keys.wallet(), exact: true });
  }, [over, queries]);
  const asOf = query.failureCount > 0 ? query.dataUpdatedAt || wallet.asOf : null;
  return { ...query, data, asOf };
}
