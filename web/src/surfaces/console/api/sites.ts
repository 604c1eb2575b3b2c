import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { NewSiteValues } from '@/features/sites/model/new-site';
import { unwrap } from '@/shared/api/client';
import { openEnvelope } from '@/shared/api/envelope';
import type { SiteEntry } from '@/shared/api/types';
import { provider } from './client';
import { consoleKeys } from './keys';

/** Site filters; absent fields don't filter. */
export type SitesAsked = {
  search?: string;
  state?: SiteEntry['state'];
  account?: string;
  limit: number;
  cursor?: string;
};

/** Sites of the environment, by subdomain. */
export const sitesQuery = (asked: SitesAsked) =>
  queryOptions({
    queryKey: consoleKeys.sites(asked),
    queryFn: ({ signal }) =>
      unwrap(provider.GET('/api/v1/provider/sites', { params: { query: asked }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

/** Site with a subdomain in this environment, or null. */
export async function siteNamed(subdomain: string): Promise<SiteEntry | null> {
  const query = { search: subdomain, limit: 100 };
  const { items } = await unwrap(provider.GET('/api/v1/provider/sites', { params: { query } }));
  return items.find((found) => found.subdomain === subdomain) ?? null;
}

const site = (id: string) => ({ params: { path: { id } } });

/** State of a site's shop, with its missing requirements. */
export const shopQuery = (id: string) =>
  queryOptions({
    queryKey: consoleKeys.shop(id),
    queryFn: ({ signal }) =>
      unwrap(provider.GET('/api/v1/provider/sites/{id}/shop', { ...site(id), signal })),
    staleTime: 5_000,
  });

export const siteQuery = (id: string) =>
  queryOptions({
    queryKey: consoleKeys.site(id),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/sites/{id}', { ...site(id), signal })),
    staleTime: 5_000,
  });

/** Events of a held site that its processor and kiosks know and its file lacks. */
export const siteHoldQuery = (id: string) =>
  queryOptions({
    queryKey: consoleKeys.siteHold(id),
    queryFn: ({ signal }) =>
      unwrap(provider.GET('/api/v1/provider/sites/{id}/hold', { ...site(id), signal })),
    // Each request queries the processor.
    staleTime: 60_000,
    retry: false,
  });

/** Templates for new sites. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: consoleKeys.templates(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/templates', { signal })),
    staleTime: 60_000,
  });

/** Countries for new sites. */
export const countriesQuery = () =>
  queryOptions({
    queryKey: consoleKeys.countries(),
    queryFn: ({ signal }) => unwrap(provider.GET('/api/v1/provider/countries', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Availability of a subdomain. */
export const checkSubdomain = (name: string, signal: AbortSignal) =>
  unwrap(provider.GET('/api/v1/provider/subdomains/{name}', { params: { path: { name } }, signal }));

type NewSite = Omit<NewSiteValues, 'isRefused'>;

const changed = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: consoleKeys.sites() }),
    client.invalidateQueries({ queryKey: consoleKeys.accounts() }),
  ]);

/** Creates a site. Subdomains are unique, so a repeated click can't create a second site. */
export const createSite = mutationOptions({
  mutationFn: ({ ownerEmail, ...body }: NewSite) =>
    unwrap(provider.POST('/api/v1/provider/sites', { body: { ...body, ...(ownerEmail && { ownerEmail }) } })),
  onSettled: (_done, _error, _sent, _before, { client }) => changed(client),
});

/** Updates the cached site. */
function known(site: SiteEntry, client: QueryClient) {
  client.setQueryData(siteQuery(site.id).queryKey, site);
  return changed(client);
}

type SiteAct =
  | { id: string; act: 'resume' | 'undelete' | 'check-domain' }
  | { id: string; act: 'suspend'; password: string }
  | { id: string; act: 'release'; acknowledged: string[] }
  | { id: string; act: 'rename'; subdomain: string; password: string }
  | { id: string; act: 'domain'; domain: string | null; password: string }
  | { id: string; act: 'pin'; build: string | null; password: string }
  | { id: string; act: 'delete'; subdomain: string; password: string };

function send(wanted: SiteAct) {
  const at = site(wanted.id);
  switch (wanted.act) {
    case 'suspend':
      return provider.POST('/api/v1/provider/sites/{id}/suspend', {
        ...at,
        body: { password: wanted.password },
      });
    case 'resume':
      return provider.POST('/api/v1/provider/sites/{id}/resume', at);
    case 'release':
      return provider.POST('/api/v1/provider/sites/{id}/release', {
        ...at,
        body: { acknowledged: wanted.acknowledged },
      });
    case 'rename':
      return provider.POST('/api/v1/provider/sites/{id}/rename', {
        ...at,
        body: { subdomain: wanted.subdomain, password: wanted.password },
      });
    case 'domain':
      return provider.PUT('/api/v1/provider/sites/{id}/domain', {
        ...at,
        body: { domain: wanted.domain, password: wanted.password },
      });
    case 'check-domain':
      return provider.POST('/api/v1/provider/sites/{id}/domain/check', at);
    case 'pin':
      return provider.PUT('/api/v1/provider/sites/{id}/pin', {
        ...at,
        body: { build: wanted.build, password: wanted.password },
      });
    case 'delete':
      return provider.POST('/api/v1/provider/sites/{id}/deletion', {
        ...at,
        body: { subdomain: wanted.subdomain, password: wanted.password },
      });
    case 'undelete':
      return provider.DELETE('/api/v1/provider/sites/{id}/deletion', at);
  }
}

/** Updates a site; returns it. */
export const changeSite = mutationOptions({
  mutationFn: (wanted: SiteAct) => unwrap(send(wanted)),
  onSuccess: (now, _sent, _before, { client }) => known(now, client),
});

/** Exports the site as a file encrypted with the passphrase. */
export const exportSite = mutationOptions({
  mutationFn: async ({
    id,
    ...body
  }: {
    id: string;
    passphrase: string;
    password: string;
    move: boolean;
  }): Promise<Blob> => {
    const { data, error, response } = await provider.POST('/api/v1/provider/sites/{id}/export', {
      ...site(id),
      body,
      parseAs: 'blob',
    });
    return data ?? openEnvelope<Blob>(error, response);
  },
  // A move suspends the site.
  onSettled: (_done, _error, { id }, _before, { client }) =>
    Promise.all([client.invalidateQueries({ queryKey: consoleKeys.site(id) }), changed(client)]),
});

/** Link to a read-only view of a site's back office, valid for 15 minutes. */
export const viewSite = mutationOptions({
  mutationFn: ({ id, reason }: { id: string; reason: string }) =>
    unwrap(provider.POST('/api/v1/provider/sites/{id}/view', { ...site(id), body: { reason } })),
});
