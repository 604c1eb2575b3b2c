import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';

/** Retries only temporary failures: no response, or a server error. */
function mayRetry(count: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return passing && count < 2;
}

/** Conflicts that need no newer data: the same request is under way, or the editor merges its draft itself. */
const CONFLICTS_OF_FORMS: (string | undefined)[] = ['in_progress', 'stale_revision'];

/** Whether an action was refused because its subject has changed, in another tab for example. */
function isOutdated(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 404 || (error.status === 409 && !CONFLICTS_OF_FORMS.includes(error.code));
}

export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    // The page offered an action that is no longer possible, so its data is out of date.
    mutationCache: new MutationCache({
      onError: (error) => {
        // The error is shown without waiting for the refresh.
        if (isOutdated(error)) void queries.invalidateQueries();
      },
    }),
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
  return queries;
}
