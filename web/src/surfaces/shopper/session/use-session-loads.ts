import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { locationsQuery } from '@/features/catalog/api/locations';
import { startFrom, startNear } from '@/features/catalog/model/location-choice';
import { locationAt } from '@/features/catalog/model/nearest';
import { locateIfAllowed } from '@/features/catalog/model/position';
import { washClubQuery } from '@/features/clubs/api/wash-club';
import { accountQuery } from '@/features/identity/api/account';
import { registerDevice } from '@/features/identity/api/devices';
import { statesQuery, vehicleQuery } from '@/features/identity/api/vehicle';
import { tellAccount } from '@/features/identity/model/change-language';
import { unreadQuery } from '@/features/notifications/api/unread';
import { followPushes } from '@/features/notifications/model/follow-pushes';
import { useSession } from '@/shared/api/session';
import type { Location } from '@/shared/api/types';
import { takeNamedLanguage } from '@/shared/i18n/locale';

async function startWhereTheyAre(locations: Location[], home: number | null | undefined) {
  const at = locationAt(await locateIfAllowed(), locations);
  if (at) startNear(at.id);
  else if (home) startFrom(home);
}

/** In order of dependency. Failed requests are retried by the page that shows them. */
async function load(queries: QueryClient, home: number | null | undefined) {
  const [locations] = await Promise.all([
    queries.fetchQuery(locationsQuery()),
    queries.prefetchQuery(statesQuery()),
  ]);
  // Geolocation can be slow; continue without waiting.
  void startWhereTheyAre(locations, home);
  await queries.prefetchQuery(washClubQuery());
  await queries.prefetchQuery(vehicleQuery());
}

/** Loads customer data and the number of unread notifications after login. */
export function useSessionLoads() {
  const queries = useQueryClient();
  const { customerId } = useSession();
  const account = useQuery({ ...accountQuery(), enabled: customerId !== null });
  const known = customerId !== null && account.data !== undefined;
  const home = account.data?.homeLocationId;

  useEffect(() => {
    if (customerId === null) return;
    // Only for the server's device list; repeated at the next login.
    registerDevice().catch(() => undefined);
  }, [customerId]);
  useEffect(() => {
    // Emails and inbox messages follow the page.
    if (customerId !== null && takeNamedLanguage()) void tellAccount();
  }, [customerId]);
  useEffect(() => {
    if (!known) return;
    const push = import('@/features/notifications/model/push');
    // Retried on the next visit.
    void push.then(({ renewPush }) => renewPush(queries)).catch(() => undefined);
    return followPushes(queries);
  }, [known, queries]);
  useEffect(() => {
    if (known) void load(queries, home).catch(() => undefined);
  }, [known, home, queries]);
  useQuery({ ...unreadQuery(), enabled: known });
}
