import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import type { ProviderRole } from '@/shared/api/types';
import { provider } from './client';
import { consoleKeys } from './keys';

/** The staff of one's environment, by e-mail address. */
export const staffQuery = () =>
  queryOptions({
    queryKey: consoleKeys.staff(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/staff', { signal })),
    staleTime: 10_000,
  });

const changed = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: consoleKeys.staff() }),
    client.invalidateQueries({ queryKey: consoleKeys.me() }),
  ]);
const person = (id: string) => ({ params: { path: { id } } });

/** Lets somebody join. The answer holds their password, which nothing tells again. */
export const addStaff = mutationOptions({
  mutationFn: (body: { email: string; role: ProviderRole }) =>
    unwrap(provider.POST('/api/v1/provider/staff', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

export const changeRole = mutationOptions({
  mutationFn: ({ id, role }: { id: string; role: ProviderRole }) =>
    unwrap(provider.PATCH('/api/v1/provider/staff/{id}', { ...person(id), body: { role } })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

export const removeStaff = mutationOptions({
  mutationFn: (id: string) => unwrap(provider.DELETE('/api/v1/provider/staff/{id}', person(id))),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Takes somebody's second factors away, so that their password alone lets them in; who has lost the authenticator begins anew. */
export const resetSecondFactors = mutationOptions({
  mutationFn: (id: string) =>
    unwrap(provider.DELETE('/api/v1/provider/staff/{id}/second-factors', person(id))),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Makes a new password for somebody; the answer holds it. */
export const resetPassword = mutationOptions({
  mutationFn: (id: string) => unwrap(provider.POST('/api/v1/provider/staff/{id}/password', person(id))),
});
