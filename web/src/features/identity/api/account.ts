import { queryOptions } from '@tanstack/react-query';
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

/** Asked while the account says 'unconfirmed': the link may have been opened on another device. */
export const confirmedQuery = () =>
  queryOptions({
    queryKey: keys.confirmed(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/users/emails/confirmed', { signal })),
    staleTime: 0,
  });

export function updateAccount(body: Operation[]): Promise<Account> {
  return unwrap(serial.PATCH('/api/v1/users', { body }));
}

export async function setHomeLocation(locationId: number): Promise<void> {
  await unwrap(serial.POST('/api/v1/users/homeLocation', { body: { locationId } }));
}

export async function deleteAccount(password: string): Promise<void> {
  await unwrap(serial.DELETE('/api/v1/users', { body: { password } }));
}

/** Everything that is kept about the customer, as a zip of JSON files. */
export async function exportAccount(): Promise<Blob> {
  const { data, error, response } = await serial.GET('/api/v1/users/export', { parseAs: 'blob' });
  return data ?? openEnvelope<Blob>(error, response);
}
