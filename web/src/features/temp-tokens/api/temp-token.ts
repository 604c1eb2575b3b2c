import { queryOptions } from '@tanstack/react-query';
import { parallel, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { type HeldToken, held, overFor } from '../model/held-token';

/** To use the club, or to pay with the card on file. */
export type TokenType = 'WashClub' | 'TempToken';

/** How long after a kiosk has read a token its owner may wait to see it. */
const every = 3000;

/** Makes a token, in the place of the last one of its type. It waits for nothing else: its time runs. */
export async function makeToken(type: TokenType): Promise<HeldToken> {
  const asked = Date.now();
  const body = { TempIdType: type };
  return held(await unwrap(parallel.POST('/api/v1/temptoken', { body })), asked);
}

/** What became of a token, asked for again and again while a kiosk may still read it, and once more afterwards. */
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
