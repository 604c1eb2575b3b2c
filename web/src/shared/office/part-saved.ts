import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Context = { client: QueryClient };

/**
 * Updates the cache after settings were saved. If someone else saved in the meantime, refetches theirs for
 * the next time. `shown`: other queries to refresh.
 */
export function partSaved(part: QueryKey, ...shown: QueryKey[]) {
  return {
    onSuccess: (saved: unknown, _sent: unknown, _before: unknown, { client }: Context) => {
      client.setQueryData(part, saved);
      return Promise.all(shown.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (_error: unknown, _sent: unknown, _before: unknown, { client }: Context) =>
      client.invalidateQueries({ queryKey: part }),
  };
}
