import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';
import { partSaved } from '@/shared/office/part-saved';

type Schemas = components['schemas'];
export type OwnMapKeys = Schemas['OwnMapKeys'];

/** Site's own map keys. */
export const mapKeysQuery = () =>
  queryOptions({
    queryKey: staffKeys.mapKeys(),
    queryFn: ({ signal }): Promise<OwnMapKeys> => unwrap(parallel.GET('/api/v1/admin/map-keys', { signal })),
    staleTime: 10_000,
  });

export const setMapKeys = mutationOptions({
  mutationFn: (body: Schemas['MapKeysChange']) => unwrap(serial.PUT('/api/v1/admin/map-keys', { body })),
  ...partSaved(staffKeys.mapKeys()),
});
