import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';
import { factsOf, type NewSiteValues } from '../model/new-site';

/** Accounts the caller may create sites for, by name. */
export const grantedQuery = () =>
  queryOptions({
    queryKey: staffKeys.grantedAccounts(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/accounts', { signal })),
    staleTime: 60_000,
  });

/** Templates for new sites. */
export const startingConfigsQuery = () =>
  queryOptions({
    queryKey: staffKeys.startingConfigs(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/accounts/starting-configs', { signal })),
    staleTime: 60_000,
  });

/** Countries for new sites. */
export const countriesQuery = () =>
  queryOptions({
    queryKey: staffKeys.siteCountries(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/accounts/countries', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Availability of a subdomain. */
export const checkSubdomainAtSite = (name: string, signal: AbortSignal) =>
  unwrap(parallel.GET('/api/v1/accounts/subdomains/{name}', { params: { path: { name } }, signal }));

/** Creates a site for a granted account. Subdomains are unique, so a repeated click can't create a second site. */
export const createGrantedSite = mutationOptions({
  mutationFn: (values: NewSiteValues) =>
    unwrap(
      serial.POST('/api/v1/accounts', {
        body: { hsAccountId: values.accountId, siteConfig: values.template, ...factsOf(values) },
      }),
    ),
});
