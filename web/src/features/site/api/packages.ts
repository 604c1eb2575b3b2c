import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import { staffKeys } from '@/shared/api/staff-keys';
import { partSaved } from '@/shared/office/part-saved';

type Schemas = components['schemas'];
export type PackageSettings = Schemas['PackageSettings'];
export type PackagePlatform = 'ios' | 'android';

/** App IDs for the stores and signing identities. */
export const packagesQuery = () =>
  queryOptions({
    queryKey: staffKeys.packages(),
    queryFn: ({ signal }): Promise<PackageSettings> =>
      unwrap(parallel.GET('/api/v1/settings/packages', { signal })),
    staleTime: 10_000,
  });

/** Saves the signing identities. */
export const setSigners = mutationOptions({
  mutationFn: (body: Schemas['SignersChange']) => unwrap(serial.POST('/api/v1/settings/packages', { body })),
  ...partSaved(staffKeys.packages()),
});

/** Downloads the project of an app as a zip file. */
export async function downloadPackage(platform: PackagePlatform): Promise<Blob> {
  const { data, error, response } = await parallel.GET('/api/v1/packages/{platform}', {
    params: { path: { platform } },
    parseAs: 'blob',
  });
  return data ?? openEnvelope<Blob>(error, response);
}
