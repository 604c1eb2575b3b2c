import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';
import type { Versioned } from '@/shared/api/types';
import { partSaved } from '@/shared/office/part-saved';

type Schemas = components['schemas'];
/** Rates in parts per million. */
export type Taxes = Schemas['Taxes'];
export type KeptTaxes = Versioned<Taxes>;

export const taxesQuery = () =>
  queryOptions({
    queryKey: staffKeys.taxes(),
    queryFn: ({ signal }): Promise<KeptTaxes> => unwrap(parallel.GET('/api/v1/admin/taxes', { signal })),
    staleTime: 10_000,
  });

export const setTaxes = mutationOptions({
  mutationFn: (body: Schemas['TaxesChange']) => unwrap(serial.PUT('/api/v1/admin/taxes', { body })),
  ...partSaved(staffKeys.taxes()),
});
