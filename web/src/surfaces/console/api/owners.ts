import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import type { SiteOwner } from '@/shared/api/types';
import { provider } from './client';
import { consoleKeys } from './keys';

/** Owners of a site: those on the team, then the invited. */
export const ownersQuery = (site: string) =>
  queryOptions({
    queryKey: consoleKeys.owners(site),
    queryFn: async ({ signal }) => {
      const params = { path: { id: site } };
      const { items } = await unwrap(provider.GET('/api/v1/provider/sites/{id}/owners', { params, signal }));
      return items;
    },
    staleTime: 5_000,
  });

/** People of a site who have passkeys. */
export const passkeyUseQuery = (site: string) =>
  queryOptions({
    queryKey: consoleKeys.passkeys(site),
    queryFn: ({ signal }) =>
      unwrap(
        provider.GET('/api/v1/provider/sites/{id}/passkeys', { params: { path: { id: site } }, signal }),
      ),
    staleTime: 0,
  });

const known = (client: QueryClient, site: string, owners: SiteOwner[]) =>
  client.setQueryData(ownersQuery(site).queryKey, owners);

export const inviteOwner = mutationOptions({
  mutationFn: ({ site, ...body }: { site: string; email: string; password: string }) =>
    unwrap(
      provider.POST('/api/v1/provider/sites/{id}/owners', {
        params: { path: { id: site } },
        body,
      }),
    ),
  onSuccess: ({ items }, { site }, _before, { client }) => known(client, site, items),
});

type Resent = { site: string; invitationId: number; email?: string; password?: string };

/** Sends an invitation again, to another address if one is given with the password. */
export const resendToOwner = mutationOptions({
  mutationFn: ({ site, invitationId, ...body }: Resent) =>
    unwrap(
      provider.POST('/api/v1/provider/sites/{id}/owners/{invitationId}/resend', {
        params: { path: { id: site, invitationId } },
        body,
      }),
    ),
  onSuccess: ({ items }, { site }, _before, { client }) => known(client, site, items),
});
