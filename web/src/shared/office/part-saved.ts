import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Context = { client: QueryClient };

/**
 * What is known of a part of the settings once it was sent. Refused because somebody else has saved meanwhile, theirs is
 * asked for, so that it is there when the part is opened again. `shown`: what else shows it.
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
