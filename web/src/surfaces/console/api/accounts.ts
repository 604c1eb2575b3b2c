import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import { provider } from './client';
import { consoleKeys } from './keys';

/** Accounts matching a search, by name; all without one. */
export const accountsQuery = (search = '') =>
  queryOptions({
    queryKey: consoleKeys.accounts(search),
    queryFn: ({ signal }) =>
      unwrap(
        provider.GET('/api/v1/provider/accounts', { params: { query: search ? { search } : {} }, signal }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: consoleKeys.account(id),
    queryFn: ({ signal }) =>
      unwrap(provider.GET('/api/v1/provider/accounts/{id}', { params: { path: { id } }, signal })),
    staleTime: 5_000,
  });

export const createAccount = mutationOptions({
  mutationFn: (body: { companyName: string; hsAccountId: string }) =>
    unwrap(provider.POST('/api/v1/provider/accounts', { body })),
  onSettled: (_done, _error, _sent, _before, { client }) =>
    client.invalidateQueries({ queryKey: consoleKeys.accounts() }),
});
