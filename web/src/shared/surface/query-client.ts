import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';

/** Only what may succeed a moment later is asked for again: no answer, or a server in trouble. */
function mayRetry(count: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return passing && count < 2;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline a query would wait without end; a screen shall say so and offer to try again.
      queries: {
        networkMode: 'always',
        // Queries that failed offline are refetched once the device is online again.
        refetchOnReconnect: true,
        retry: mayRetry,
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
