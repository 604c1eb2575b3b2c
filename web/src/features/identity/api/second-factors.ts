import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { staffKeys } from '@/shared/api/staff-keys';
import type { BegunFactor } from '@/shared/api/types';
import { makePasskey } from '../model/passkey';
import { refetchAccount } from './account';

/** Second factors of the logged-in person. */
export const secondFactorsQuery = () =>
  queryOptions({
    queryKey: keys.secondFactors(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/second-factors', { signal })),
    staleTime: 60_000,
  });

/** Refetches the account, because it decides which pages are open. */
const changed = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: keys.secondFactors() }), refetchAccount(client)]);
const factor = (factorId: number) => ({ params: { path: { factorId } } });

/** Starts adding an authenticator. It takes effect after a code confirms it. */
export function addSecondFactor(body: { label: string; password: string }): Promise<BegunFactor> {
  return unwrap(serial.POST('/api/v1/users/second-factors', { body }));
}

/** Returns the backup codes that come with the first factor. */
export const confirmSecondFactor = mutationOptions({
  mutationFn: async ({ factorId, code }: { factorId: number; code: string }): Promise<string[]> =>
    (
      await unwrap(
        serial.POST('/api/v1/users/second-factors/{factorId}/confirm', {
          ...factor(factorId),
          body: { code },
        }),
      )
    ).recoveryCodes,
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/**
 * Adds a passkey: starts on the server, is created by the browser and stored on the server. May return backup
 * codes.
 */
export const addPasskey = mutationOptions({
  mutationFn: async (body: { label: string; password: string }): Promise<string[]> => {
    const begun = await unwrap(serial.POST('/api/v1/users/second-factors/passkeys', { body }));
    const made = await makePasskey(begun);
    const kept = serial.POST('/api/v1/users/second-factors/passkeys/{factorId}/confirm', {
      ...factor(begun.factorId),
      body: made,
    });
    return (await unwrap(kept)).recoveryCodes;
  },
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

export const removeSecondFactor = mutationOptions({
  mutationFn: async ({ factorId, password }: { factorId: number; password: string }): Promise<void> => {
    await unwrap(
      serial.DELETE('/api/v1/users/second-factors/{factorId}', { ...factor(factorId), body: { password } }),
    );
  },
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Creates new backup codes. The previous ones stop working. */
export const makeRecoveryCodes = mutationOptions({
  mutationFn: async (password: string): Promise<string[]> =>
    (await unwrap(serial.POST('/api/v1/users/second-factors/recovery-codes', { body: { password } })))
      .recoveryCodes,
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** People with passkeys. Not cached: a new address depends on it. */
export const passkeyUseQuery = () =>
  queryOptions({
    queryKey: staffKeys.passkeys(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/staff/passkeys', { signal })),
    staleTime: 0,
  });

/** Security settings for the team. */
export const staffSecurityQuery = () =>
  queryOptions({
    queryKey: staffKeys.security(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/staff/security', { signal })),
    staleTime: 10_000,
  });

export const setStaffSecurity = mutationOptions({
  mutationFn: (secondFactorRequired: boolean) =>
    unwrap(serial.POST('/api/v1/admin/staff/security', { body: { secondFactorRequired } })),
  onSettled: (_done, _error, _sent, _before, { client }) =>
    Promise.all([client.invalidateQueries({ queryKey: staffKeys.security() }), changed(client)]),
});
