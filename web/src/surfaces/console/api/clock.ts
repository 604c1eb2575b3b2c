import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import { provider } from './client';
import { consoleKeys } from './keys';

/** Whether background jobs wait for the clock. */
export const clockQuery = () =>
  queryOptions({
    queryKey: consoleKeys.clock(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/clock', { signal })),
    refetchInterval: 60_000,
  });
