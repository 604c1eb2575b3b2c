import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import type { Operation } from '@/shared/api/json-patch';
import { keys } from '@/shared/api/query-keys';
import type { Account } from '@/shared/api/types';

export const accountQuery = () =>
  queryOptions({
    queryKey: keys.account(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users', { signal })),
    staleTime: 60_000,
  });

/** Refetches the account. */
export function refetchAccount(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: keys.account() });
}

/**
 * Polled while the account is unconfirmed, because the link may be opened on another device. Once confirmed,
 * the account is outdated.
 */
export const confirmedQuery = () =>
  queryOptions({
    queryKey: keys.confirmed(),
    queryFn: async ({ signal, client }) => {
      const confirmed = await unwrap(parallel.GET('/api/v1/users/emails/confirmed', { signal }));
      if (confirmed) void refetchAccount(client);
      return confirmed;
    },
    staleTime: 0,
  });

export const updateAccount = mutationOptions({
  mutationFn: (body: Operation[]): Promise<Account> => unwrap(serial.PATCH('/api/v1/users', { body })),
  onSuccess: (account, _sent, _before, { client }) => {
    client.setQueryData(keys.account(), account);
  },
});

/** Sets the home location by ID. */
export const setHomeLocation = mutationOptions({
  mutationFn: async (locationId: number): Promise<void> => {
    await unwrap(serial.POST('/api/v1/users/homeLocation', { body: { locationId } }));
  },
  onSuccess: (_done, _sent, _before, { client }) => refetchAccount(client),
});

export async function deleteAccount(password: string): Promise<void> {
  await unwrap(serial.DELETE('/api/v1/users', { body: { password } }));
}

/** Exports the customer's data as a zip file of JSON files. */
export async function exportAccount(): Promise<Blob> {
  const { data, error, response } = await serial.GET('/api/v1/users/export', { parseAs: 'blob' });
  return data ?? openEnvelope<Blob>(error, response);
}
