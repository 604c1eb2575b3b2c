import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import type { ProviderRole } from '@/shared/api/types';
import { provider } from './client';
import { consoleKeys } from './keys';

/** Staff of the environment, by email address. */
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

/** Adds a staff member. The response contains their password, which isn't shown again. */
export const addStaff = mutationOptions({
  mutationFn: (body: { email: string; role: ProviderRole; password: string }) =>
    unwrap(provider.POST('/api/v1/provider/staff', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

export const changeRole = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string; role: ProviderRole; password: string }) =>
    unwrap(provider.PATCH('/api/v1/provider/staff/{id}', { ...person(id), body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

export const removeStaff = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string; password: string }) =>
    unwrap(provider.DELETE('/api/v1/provider/staff/{id}', { ...person(id), body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/**
 * Removes a staff member's second factors, so that they can log in with their password and set up a new
 * authenticator.
 */
export const resetSecondFactors = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string; password: string }) =>
    unwrap(provider.DELETE('/api/v1/provider/staff/{id}/second-factors', { ...person(id), body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Resets a staff member's password; the response contains the new one. */
export const resetPassword = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string; password: string }) =>
    unwrap(provider.POST('/api/v1/provider/staff/{id}/password', { ...person(id), body })),
});
