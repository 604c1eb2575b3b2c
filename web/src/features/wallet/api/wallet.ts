import { queryOptions, useQuery } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { currentCustomer } from '@/shared/api/session';
import type { WalletItem } from '@/shared/api/types';
import { keepCopy, readCopy } from '../model/wallet-copy';

export const walletQuery = () =>
  queryOptions({
    queryKey: keys.wallet(),
    queryFn: async ({ signal }) => {
      const customer = currentCustomer();
      const items = await unwrap(parallel.GET('/api/v1/users/wallet', { signal }));
      // Logging out in the meantime must leave no data behind.
      if (customer && customer === currentCustomer()) void keepCopy(customer, items);
      return items;
    },
    staleTime: 10_000,
  });

const copyQuery = () =>
  queryOptions({
    queryKey: [...keys.wallet(), 'copy'],
    queryFn: () => readCopy(currentCustomer() ?? ''),
    // Only until newer data arrives.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Known wallet items with their age: from this visit or the device's copy. */
export function useKnownWallet(): { items: WalletItem[] | undefined; asOf: number | null } {
  const { data, dataUpdatedAt } = useQuery({ ...walletQuery(), enabled: false });
  const { data: copy } = useQuery(copyQuery());
  if (data) return { items: data, asOf: dataUpdatedAt };
  return { items: copy?.items, asOf: copy?.asOf ?? null };
}

/** Wallet, immediately if known. `asOf` is its age if the server doesn't respond. */
export function useWallet() {
  const query = useQuery(walletQuery());
  const known = useKnownWallet();
  return { ...query, data: known.items, asOf: query.failureCount > 0 ? known.asOf : null };
}
