import { queryOptions } from '@tanstack/react-query';
import { boot } from '../site/boot';
import { parallel, unwrap } from './client';

/** In milliseconds. */
const [minute, hour] = [60_000, 3_600_000];

/** This page came from the server just now, or from the device, which refetches once online. */
const arrived = Date.now();

export const appVersionKey = () => [boot().subdomain, 'app-version'] as const;

/** Target build of this site. Refetched every hour and on return to the page. */
export const appVersionQuery = () =>
  queryOptions({
    queryKey: appVersionKey(),
    queryFn: async ({ signal }) =>
      (await unwrap(parallel.GET('/api/v1/system/app-version', { signal }))).appVersion,
    initialData: __SUDS_VERSION__,
    initialDataUpdatedAt: arrived,
    staleTime: minute,
    refetchInterval: hour,
    refetchOnMount: false,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
    // The next poll is soon enough.
    retry: false,
  });
