import { queryOptions, useQuery } from '@tanstack/react-query';
import { unwrap } from '@/shared/api/client';
import { boot } from '@/shared/site/boot';
import { setServerTime } from '../model/clock';
import { useConnection } from '../model/connection';
import { usePairing } from '../model/pairing';
import { terminal } from './client';
import { reportJournal } from './journal';

export const meQuery = (terminalId: string) =>
  queryOptions({
    // Separate from the other keys, so that shoppers don't load kiosk code.
    queryKey: [boot().subdomain, 'terminal', terminalId] as const,
    queryFn: async ({ signal }) => {
      const me = await unwrap(terminal.GET('/api/v1/terminal/me', { signal }));
      setServerTime(me.serverTime);
      if (me.journalSince) void reportJournal(me.journalSince).catch(() => undefined);
      return me;
    },
    staleTime: 10_000,
  });

/** Terminal data, polled, which also detects whether the server is reachable. */
export function useMe() {
  const paired = usePairing();
  const connected = useConnection();
  return useQuery({
    ...meQuery(paired?.terminalId ?? ''),
    enabled: paired !== null,
    retry: false,
    refetchInterval: connected ? 30_000 : 5_000,
    refetchIntervalInBackground: true,
  });
}
