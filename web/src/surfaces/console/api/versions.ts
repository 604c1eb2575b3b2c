import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import { provider } from './client';
import { consoleKeys } from './keys';

/** All environments, by name. */
export const environmentsQuery = () =>
  queryOptions({
    queryKey: consoleKeys.environments(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/environments', { signal })),
    staleTime: 5_000,
  });

/** Published builds, newest first. */
export const buildsQuery = () =>
  queryOptions({
    queryKey: consoleKeys.builds(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/builds', { signal })),
    staleTime: 5_000,
  });

/** Known schema versions of site configs. */
export const schemaVersionsQuery = () =>
  queryOptions({
    queryKey: consoleKeys.schemaVersions(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/schema-versions', { signal })),
    staleTime: 60_000,
  });

const changed = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: consoleKeys.environments() }),
    client.invalidateQueries({ queryKey: consoleKeys.rollouts() }),
  ]);

/** Moves all sites of the environment to a build; returns the rollout. */
export const updateApp = mutationOptions({
  mutationFn: (appVersion: string) =>
    unwrap(provider.PUT('/api/v1/system/app-version', { body: { appVersion } })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Moves all site configs of the environment to a schema version; returns the rollout. */
export const updateSchema = mutationOptions({
  mutationFn: (siteConfig: string) =>
    unwrap(provider.PUT('/api/v1/system/site-config', { body: { siteConfig } })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});
