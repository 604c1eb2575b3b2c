import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

/** The config as text, and the revision that it is. */
export type RawConfig = components['schemas']['RawConfig'];

/** Only for sessions that have entered their password again. */
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
