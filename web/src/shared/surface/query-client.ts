import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';

/** Retries only temporary failures: no response, or a server error. */
function mayRetry(count: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return passing && count < 2;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline queries would wait forever; show an error with a retry button instead.
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
