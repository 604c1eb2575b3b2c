import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import { provider } from './client';
import { consoleKeys } from './keys';

/** Second factors of the logged-in person. */
export const secondFactorsQuery = () =>
  queryOptions({
    queryKey: consoleKeys.secondFactors(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/second-factors', { signal })),
    staleTime: 60_000,
  });

const changed = (client: QueryClient) => client.invalidateQueries({ queryKey: consoleKeys.secondFactors() });
const factor = (factorId: string) => ({ params: { path: { factorId } } });

/** Starts adding an authenticator. It takes effect after a code confirms it. */
export const addSecondFactor = (body: { label: string; password: string }) =>
  unwrap(provider.POST('/api/v1/provider/second-factors', { body }));

/** Returns the backup codes that come with the first factor. */
export async function confirmSecondFactor(factorId: string, code: string): Promise<string[]> {
  const answer = unwrap(
    provider.POST('/api/v1/provider/second-factors/{factorId}/confirm', {
      ...factor(factorId),
      body: { code },
    }),
  );
  return (await answer).recoveryCodes;
}

export const removeSecondFactor = mutationOptions({
  mutationFn: ({ factorId, password }: { factorId: string; password: string }) =>
    unwrap(
      provider.DELETE('/api/v1/provider/second-factors/{factorId}', {
        ...factor(factorId),
        body: { password },
      }),
    ),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Creates new backup codes. The previous ones stop working. */
export const makeRecoveryCodes = mutationOptions({
  mutationFn: async (password: string): Promise<string[]> =>
    (await unwrap(provider.POST('/api/v1/provider/second-factors/recovery-codes', { body: { password } })))
      .recoveryCodes,
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});
