import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { staffKeys } from '@/shared/api/staff-keys';
import type { BegunFactor } from '@/shared/api/types';
import { makePasskey } from '../model/passkey';
import { refetchAccount } from './account';

/** With what the person who is here proves who they are, besides the password. */
export const secondFactorsQuery = () =>
  queryOptions({
    queryKey: keys.secondFactors(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/second-factors', { signal })),
    staleTime: 60_000,
  });

/** What the account tells of it decides where the person may go. */
const changed = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: keys.secondFactors() }), refetchAccount(client)]);
const factor = (factorId: number) => ({ params: { path: { factorId } } });

/** Begins an authenticator, which guards nothing until it has shown a code. */
export function addSecondFactor(body: { label: string; password: string }): Promise<BegunFactor> {
  return unwrap(serial.POST('/api/v1/users/second-factors', { body }));
}

/** Answers the recovery codes that come with the first. */
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

/** Makes a passkey: the server begins it, the browser makes it, and the server keeps it. Answers recovery codes as above. */
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

/** Other recovery codes: those before are good for nothing any more. */
export const makeRecoveryCodes = mutationOptions({
  mutationFn: async (password: string): Promise<string[]> =>
    (await unwrap(serial.POST('/api/v1/users/second-factors/recovery-codes', { body: { password } })))
      .recoveryCodes,
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** What the owners ask of their people. */
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
