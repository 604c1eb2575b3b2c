import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';

export const walletQuery = () =>
  queryOptions({
    queryKey: keys.wallet(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/wallet', { signal })),
    staleTime: 10_000,
  });
