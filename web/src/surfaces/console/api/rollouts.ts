import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import type { Rollout, RolloutSite } from '@/shared/api/types';
import { provider } from './client';
import { consoleKeys } from './keys';

/** Rollout filters; absent fields don't filter. */
type RolloutsAsked = {
  environment?: string;
  kind?: Rollout['kind'];
  state?: Rollout['state'];
  limit: number;
  cursor?: string;
};

/** Rollouts of all environments, latest first. */
export const rolloutsQuery = (asked: RolloutsAsked) =>
  queryOptions({
    queryKey: consoleKeys.rollouts(asked),
    queryFn: ({ signal }) =>
      unwrap(provider.GET('/api/v1/provider/rollouts', { params: { query: asked }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

const rollout = (id: string) => ({ params: { path: { id } } });

export const rolloutQuery = (id: string) =>
  queryOptions({
    queryKey: consoleKeys.rollout(id),
    queryFn: ({ signal }) =>
      unwrap(provider.GET('/api/v1/provider/rollouts/{id}', { ...rollout(id), signal })),
    staleTime: 5_000,
  });

type SitesAsked = { state?: RolloutSite['state']; limit: number; cursor?: string };

/** Sites of a rollout, by subdomain. */
export const rolloutSitesQuery = (id: string, asked: SitesAsked) =>
  queryOptions({
    queryKey: consoleKeys.rolloutSites(id, asked),
    queryFn: ({ signal }) =>
      unwrap(
        provider.GET('/api/v1/provider/rollouts/{id}/sites', {
          params: { path: { id }, query: asked },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

/** Updates the cached rollout. */
export function noteRollout(client: QueryClient, now: Rollout) {
  client.setQueryData(rolloutQuery(now.id).queryKey, now);
}

const changed = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: consoleKeys.rollouts() }),
    client.invalidateQueries({ queryKey: consoleKeys.environments() }),
  ]);

type Wanted = {
  kind: Rollout['kind'];
  target?: string;
  waves?: string[];
  sites?: string[];
  waitSeconds?: number;
};

export const startRollout = mutationOptions({
  mutationFn: (body: Wanted) => unwrap(provider.POST('/api/v1/provider/rollouts', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

export type RolloutAct = 'pause' | 'resume' | 'rollback';
type Wish = { id: string; act: 'pause' | 'resume' } | { id: string; act: 'rollback'; password: string };

function send(wish: Wish) {
  const at = rollout(wish.id);
  switch (wish.act) {
    case 'pause':
      return provider.POST('/api/v1/provider/rollouts/{id}/pause', at);
    case 'resume':
      return provider.POST('/api/v1/provider/rollouts/{id}/resume', at);
    case 'rollback':
      return provider.POST('/api/v1/provider/rollouts/{id}/rollback', {
        ...at,
        body: { password: wish.password },
      });
  }
}

export const actOnRollout = mutationOptions({
  mutationFn: (wish: Wish) => unwrap(send(wish)),
  onSuccess: (now, _sent, _before, { client }) => noteRollout(client, now),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});
