import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import { provider } from './client';
import { consoleKeys } from './keys';

const path = '/api/v1/provider/accounts/{id}/grants';

/** Grants of an account, with the site each person works at. */
export const grantsQuery = (account: string) =>
  queryOptions({
    queryKey: consoleKeys.grants(account),
    queryFn: ({ signal }) => unwrap(provider.GET(path, { params: { path: { id: account } }, signal })),
    staleTime: 5_000,
  });

type Grantee = { account: string; siteId: string; email: string };

export const grant = mutationOptions({
  mutationFn: ({ account, ...body }: Grantee & { password: string }) =>
    unwrap(provider.POST(path, { params: { path: { id: account } }, body })),
  onSuccess: (granted, { account }, _before, { client }) => {
    client.setQueryData(grantsQuery(account).queryKey, granted);
  },
});

export const revoke = mutationOptions({
  mutationFn: ({ account, ...query }: Grantee) =>
    unwrap(provider.DELETE(path, { params: { path: { id: account }, query } })),
  onSuccess: (granted, { account }, _before, { client }) => {
    client.setQueryData(grantsQuery(account).queryKey, granted);
  },
});
