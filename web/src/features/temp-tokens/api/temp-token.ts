import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { type HeldToken, held, overFor } from '../model/held-token';

/** For the club, or to pay with the card on file. */
export type TokenType = 'WashClub' | 'TempToken';

/** Polling interval for a token's status, in milliseconds. */
const every = 3000;

/** Creates a token that replaces the last one of its type. Not queued, because it expires quickly. */
export async function makeToken(type: TokenType): Promise<HeldToken> {
  const asked = Date.now();
  const body = { TempIdType: type };
  return held(await unwrap(parallel.POST('/api/v1/temptoken', { body })), asked);
}

/** Status of a token, polled while a kiosk can scan it and once afterwards. */
export const watchedTokenQuery = (token: HeldToken) =>
  queryOptions({
    queryKey: [...keys.customer(), 'temp-token', token.id],
    queryFn: async ({ signal }) => {
      const params = { path: { id: token.id } };
      const { state } = await unwrap(parallel.GET('/api/v1/temptoken/{id}', { params, signal }));
      return state;
    },
    refetchInterval: ({ state }) => (state.data === 'consumed' || overFor(token) > every ? false : every),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    retry: false,
  });
