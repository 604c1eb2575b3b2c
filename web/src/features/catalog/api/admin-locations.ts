import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import { keys } from '@/shared/api/query-keys';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import { pressKey } from '@/shared/lib/press-key';
import { importTable, type TableBrought } from '@/shared/office/import-table';
import { saveOnce } from '@/shared/office/save-once';

type Schemas = components['schemas'];
export type LocationEntry = Schemas['LocationEntry'];
export type LocationRecord = Schemas['LocationRecord'];
export type LocationPage = Schemas['LocationPage'];

/** Location filters; absent fields don't filter. */
export type LocationsAsked = { q?: string; archived?: boolean };

export const adminLocationsQuery = (asked: LocationsAsked & { limit: number; cursor?: string }) =>
  queryOptions({
    queryKey: staffKeys.locations(asked),
    queryFn: async ({ signal }): Promise<LocationPage> => {
      const { data, error, response } = await parallel.GET('/api/v1/admin/locations', {
        params: { query: asked },
        signal,
      });
      return openEnvelope<LocationPage>(data ?? error, response);
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** Always fetched, so that an edit doesn't start with outdated data. */
export const adminLocationQuery = (locationId: number) =>
  queryOptions({
    queryKey: staffKeys.location(locationId),
    queryFn: ({ signal }): Promise<LocationRecord> =>
      unwrap(
        parallel.GET('/api/v1/admin/locations/{locationId}', { params: { path: { locationId } }, signal }),
      ),
    staleTime: 0,
    gcTime: 0,
  });

/** Position of an address, if the installation can look it up. */
export const addressQuery = (address: string) =>
  queryOptions({
    queryKey: staffKeys.address(address),
    queryFn: ({ signal }): Promise<Schemas['FoundAddress']> =>
      unwrap(parallel.GET('/api/v1/admin/locations/position', { params: { query: { address } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Exports all pages of the filtered list as CSV. */
export async function downloadLocations(asked: LocationsAsked): Promise<string> {
  const { data, error, response } = await parallel.GET('/api/v1/admin/locations', {
    params: { query: asked },
    headers: { Accept: 'text/csv' },
    parseAs: 'text',
  });
  // Errors still come in an envelope.
  return response.ok && typeof data === 'string' ? data : openEnvelope<string>(error, response);
}

/** Refetches the back office's lists, their taxes and other data that names locations. */
function locationsChanged(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: staffKeys.locations() }),
    client.invalidateQueries({ queryKey: staffKeys.taxes() }),
    client.invalidateQueries({ queryKey: keys.locations() }),
    client.invalidateQueries({ queryKey: keys.products() }),
  ]);
}

const press = pressKey('new-location');

type Saved = {
  /** The location when the form opened; null for a new one. */
  before: LocationRecord | null;
  location: LocationEntry;
};

/** Adds or updates a location. */
export const saveLocation = mutationOptions({
  mutationFn: ({ before, location }: Saved): Promise<LocationRecord> => {
    if (!before) {
      return sendOnce(press, location, (key) =>
        unwrap(
          serial.POST('/api/v1/admin/locations', {
            body: location,
            params: { header: { 'Idempotency-Key': key } },
          }),
        ),
      );
    }
    const { locationId, version } = before;
    const params = { path: { locationId } };
    const body = { version, location };
    return saveOnce(() => unwrap(serial.PUT('/api/v1/admin/locations/{locationId}', { params, body })), {
      newest: () => unwrap(parallel.GET('/api/v1/admin/locations/{locationId}', { params })),
      sent: (now) => [now.location, location],
    });
  },
  onSettled: (_done, _error, _sent, _before, { client }) => locationsChanged(client),
});

/** Archives or unarchives locations. */
export const archiveLocations = mutationOptions({
  mutationFn: ({ ids, archived }: { ids: number[]; archived: boolean }) =>
    archived
      ? unwrap(serial.POST('/api/v1/admin/locations/archive', { body: { ids } }))
      : unwrap(serial.POST('/api/v1/admin/locations/restore', { body: { ids } })),
  onSettled: (_done, _error, _sent, _before, { client }) => locationsChanged(client),
});

/** Moves a location before another one. */
export const moveLocation = mutationOptions({
  mutationFn: (body: Schemas['Place']) => unwrap(serial.PUT('/api/v1/admin/locations/order', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) => locationsChanged(client),
});

/** Imports locations from CSV, or does a dry run. */
export const importLocations = mutationOptions({
  mutationFn: (brought: TableBrought) => importTable('locations', brought),
  onSettled: (_done, _error, { dryRun }, _before, { client }) =>
    dryRun ? undefined : locationsChanged(client),
});
