import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { staffKeys } from '@/shared/api/staff-keys';
import type { Versioned } from '@/shared/api/types';
import { partSaved } from '@/shared/office/part-saved';

type Schemas = components['schemas'];
export type LoyaltySettings = Schemas['LoyaltySettings'];
export type KeptLoyalty = Versioned<LoyaltySettings>;

export const loyaltySettingsQuery = () =>
  queryOptions({
    queryKey: staffKeys.loyalty(),
    queryFn: ({ signal }): Promise<KeptLoyalty> =>
      unwrap(parallel.GET('/api/v1/loyalty/settings', { signal })),
    staleTime: 10_000,
  });

export const saveLoyaltySettings = () =>
  mutationOptions({
    mutationFn: (body: Schemas['LoyaltyChange']): Promise<KeptLoyalty> =>
      unwrap(serial.POST('/api/v1/loyalty/settings', { body })),
    ...partSaved(staffKeys.loyalty(), keys.merchant()),
  });
