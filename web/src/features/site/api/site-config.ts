import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { ApiError } from '@/shared/api/api-error';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

type Schemas = components['schemas'];

/** Complete site config for editing, including unknown keys. */
export type WholeConfig = Schemas['SavedConfig'];
export type PastConfig = Schemas['PastConfig'];
export type Tones = Schemas['Tones'];
export type Brand = Schemas['Brand'];

/** Current config from the server. */
export function newestConfig(signal?: AbortSignal): Promise<WholeConfig> {
  return unwrap(parallel.GET('/api/v1/accounts/site-config', { signal: signal ?? null }));
}

/** Current site config. */
export const wholeConfigQuery = () =>
  queryOptions({
    queryKey: staffKeys.config(),
    queryFn: ({ signal }) => newestConfig(signal),
    staleTime: 10_000,
  });

export const configHistoryQuery = () =>
  queryOptions({
    queryKey: staffKeys.configHistory(),
    queryFn: async ({ signal }): Promise<PastConfig[]> =>
      (await unwrap(parallel.GET('/api/v1/accounts/site-config/history', { signal }))).items,
    staleTime: 10_000,
  });

export const pastConfigQuery = (revision: number) =>
  queryOptions({
    queryKey: staffKeys.pastConfig(revision),
    queryFn: ({ signal }): Promise<WholeConfig> =>
      unwrap(
        parallel.GET('/api/v1/accounts/site-config/history/{revision}', {
          params: { path: { revision } },
          signal,
        }),
      ),
    // Past revisions don't change.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Adjusted colors of a draft. */
export const tonesQuery = ({ primary, accent }: Pick<Brand, 'primary' | 'accent'>) =>
  queryOptions({
    queryKey: staffKeys.tones(primary, accent),
    queryFn: ({ signal }): Promise<Tones> =>
      unwrap(
        parallel.POST('/api/v1/accounts/site-config/tones', {
          body: { brand: { primary, accent } as Brand },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

function send(config: WholeConfig): Promise<WholeConfig> {
  const siteConfig = config as object as Record<string, never>;
  return unwrap(serial.POST('/api/v1/accounts/site-config', { body: { siteConfig } }));
}

function inForce(client: QueryClient, saved: WholeConfig) {
  client.setQueryData(staffKeys.config(), saved);
  return client.invalidateQueries({ queryKey: staffKeys.configHistory() });
}

/** Saves a config edited at its `revision`; returns the new current one. */
export const saveConfig = () =>
  mutationOptions({
    mutationFn: (config: WholeConfig) => send(config),
    onSuccess: (saved, _sent, _before, { client }) => inForce(client, saved),
  });

type Change = {
  /** Config when these parts were shown. */
  opened: WholeConfig;
  changed: Partial<WholeConfig>;
};

/**
 * Applies a change to the current config; throws `stale_revision` if someone else changed the same part. Parts that
 * are as they were opened aren't part of the change. Null without any.
 */
function onTopOf(newest: WholeConfig, { opened, changed }: Change): WholeConfig | null {
  const isOne = (part: keyof WholeConfig, other: Partial<WholeConfig>) =>
    JSON.stringify(newest[part]) === JSON.stringify(other[part]);
  const parts = Object.keys(changed) as (keyof WholeConfig)[];
  const own = parts.filter((part) => JSON.stringify(changed[part]) !== JSON.stringify(opened[part]));
  for (const part of own) {
    // Already saved, if the response to an earlier attempt was lost.
    if (isOne(part, opened) || isOne(part, changed)) continue;
    throw new ApiError('', { status: 409, code: 'stale_revision', silent: true });
  }
  if (own.length === 0) return null;
  return { ...newest, ...Object.fromEntries(own.map((part) => [part, changed[part]])) };
}

/** Saves parts of the config on top of other saved changes. */
export const changeConfig = () =>
  mutationOptions({
    mutationFn: async (change: Change, { client }): Promise<WholeConfig> => {
      const newest = () => client.fetchQuery({ ...wholeConfigQuery(), staleTime: 0 });
      const before = await newest();
      const found = onTopOf(before, change);
      if (!found) return before;
      try {
        return await send(found);
      } catch (error) {
        // Someone saved between the two requests.
        if (!(error instanceof ApiError) || error.code !== 'stale_revision') throw error;
        const again = await newest();
        return send(onTopOf(again, change) ?? again);
      }
    },
    onSuccess: (saved, _sent, _before, { client }) => inForce(client, saved),
  });

export const restoreConfig = () =>
  mutationOptions({
    mutationFn: (revision: number): Promise<WholeConfig> =>
      unwrap(serial.POST('/api/v1/accounts/site-config/restore', { body: { revision } })),
    onSuccess: (saved, _sent, _before, { client }) => inForce(client, saved),
  });
