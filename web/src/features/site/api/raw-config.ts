import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

/** Config as JSON text with its revision. */
export type RawConfig = components['schemas']['RawConfig'];

/** Requires a recently confirmed password. */
export const rawConfigQuery = () =>
  queryOptions({
    queryKey: staffKeys.rawConfig(),
    queryFn: ({ signal }): Promise<RawConfig> =>
      unwrap(parallel.GET('/api/v1/accounts/site-config/raw', { signal })),
    staleTime: 0,
    // The password is required again later.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const saveRawConfig = () =>
  mutationOptions({
    mutationFn: (body: RawConfig) => unwrap(serial.POST('/api/v1/accounts/site-config/raw', { body })),
    onSuccess: (saved, _sent, _before, { client }) => {
      client.setQueryData(staffKeys.config(), saved);
      return Promise.all([
        client.invalidateQueries({ queryKey: staffKeys.configHistory() }),
        client.invalidateQueries({ queryKey: staffKeys.rawConfig() }),
      ]);
    },
  });
