import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import { staffKeys } from '@/shared/api/staff-keys';
import type { CustomerPage } from '@/shared/api/types';

type Schemas = components['schemas'];

/** Customer filters and sort order; absent fields have no effect. */
export type CustomersAsked = {
  q?: string;
  standing?: 'unconfirmed' | 'blocked' | 'staff';
  locationId?: number;
  sort?: 'newest' | 'name' | 'seen';
};

export const customersQuery = (asked: CustomersAsked & { limit: number; cursor?: string }) =>
  queryOptions({
    queryKey: staffKeys.customers(asked),
    queryFn: async ({ signal }): Promise<CustomerPage> => {
      const { data, error, response } = await parallel.GET('/api/v1/admin/customers', {
        params: { query: asked },
        signal,
      });
      return openEnvelope<CustomerPage>(data ?? error, response);
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** Exports the whole list as CSV. */
export async function downloadCustomers(asked: CustomersAsked): Promise<string> {
  const { data, error, response } = await parallel.GET('/api/v1/admin/customers', {
    params: { query: asked },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  return response.ok && typeof data === 'string' ? data : openEnvelope<string>(error, response);
}

const of = (userId: string) => ({ params: { path: { userId } } });

export const customerQuery = (userId: string) =>
  queryOptions({
    queryKey: staffKeys.customer(userId),
    queryFn: ({ signal }) =>
      unwrap(parallel.GET('/api/v1/admin/customers/{userId}', { ...of(userId), signal })),
    staleTime: 10_000,
  });

/** Refetches a customer and the lists. */
export function customerChanged(client: QueryClient, userId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: staffKeys.customer(userId) }),
    client.invalidateQueries({ queryKey: staffKeys.customers() }),
  ]);
}

const changing = <T, R>(userId: string, mutationFn: (sent: T) => Promise<R>) =>
  mutationOptions({
    mutationFn,
    onSettled: (_done, _error, _sent, _before, { client }) => customerChanged(client, userId),
  });

export const changeContact = (userId: string) =>
  changing(userId, (body: Schemas['ContactChange']) =>
    unwrap(serial.PUT('/api/v1/admin/customers/{userId}', { ...of(userId), body })),
  );

export const changeVehicle = (userId: string) =>
  changing(userId, (body: Schemas['VehicleChange']) =>
    unwrap(serial.PUT('/api/v1/admin/customers/{userId}/vehicle', { ...of(userId), body })),
  );

export const blockCustomer = (userId: string) =>
  changing(userId, (reason: string) =>
    unwrap(serial.POST('/api/v1/admin/customers/{userId}/block', { ...of(userId), body: { reason } })),
  );

export const unblockCustomer = (userId: string) =>
  changing(userId, () => unwrap(serial.POST('/api/v1/admin/customers/{userId}/unblock', of(userId))));

export const logCustomerOut = (userId: string) =>
  changing(userId, () => unwrap(serial.POST('/api/v1/admin/customers/{userId}/log-out', of(userId))));

export const sendConfirmation = (userId: string) =>
  changing(userId, () => unwrap(serial.POST('/api/v1/admin/customers/{userId}/confirmation', of(userId))));

/** Removes the cached customer after the response. */
export const deleteCustomer = (userId: string) =>
  mutationOptions({
    mutationFn: (reason: string) =>
      unwrap(serial.POST('/api/v1/admin/customers/{userId}/deletion', { ...of(userId), body: { reason } })),
    onSuccess: (_done, _sent, _before, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.customers() }),
  });
