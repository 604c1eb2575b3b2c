import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

/** Rates in parts per million. */
export type Taxes = components['schemas']['Taxes'];

export const taxesQuery = () =>
  queryOptions({
    queryKey: staffKeys.taxes(),
    queryFn: ({ signal }): Promise<Taxes> => unwrap(parallel.GET('/api/v1/admin/taxes', { signal })),
    staleTime: 10_000,
  });

export const setTaxes = mutationOptions({
  mutationFn: (body: Taxes) => unwrap(serial.PUT('/api/v1/admin/taxes', { body })),
  onSuccess: (taxes, _sent, _before, { client }) => {
    client.setQueryData(staffKeys.taxes(), taxes);
  },
});
