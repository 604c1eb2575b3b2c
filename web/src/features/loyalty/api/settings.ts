import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { keys } from '@/shared/api/query-keys';
import { staffKeys } from '@/shared/api/staff-keys';

export type LoyaltySettings = components['schemas']['LoyaltySettings'];

export const loyaltySettingsQuery = () =>
  queryOptions({
    queryKey: staffKeys.loyalty(),
    queryFn: ({ signal }): Promise<LoyaltySettings> =>
      unwrap(parallel.GET('/api/v1/loyalty/settings', { signal })),
    staleTime: 10_000,
  });

export const saveLoyaltySettings = () =>
  mutationOptions({
    mutationFn: (body: LoyaltySettings): Promise<LoyaltySettings> =>
      unwrap(serial.POST('/api/v1/loyalty/settings', { body })),
    onSuccess: (saved, _sent, _before, { client }) => {
      client.setQueryData(staffKeys.loyalty(), saved);
      return client.invalidateQueries({ queryKey: keys.merchant() });
    },
  });
