import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { baseUrl } from '@/shared/api/client';
import type { Rollout } from '@/shared/api/types';
import { pause } from '@/shared/lib/pause';
import { send } from '../api/client';
import { consoleKeys } from '../api/keys';
import { noteRollout, rolloutQuery } from '../api/rollouts';
import { eventsOf } from './events';

/** Milliseconds before the first retry, and the maximum. */
const [first, longest] = [1_000, 30_000];
/** Consecutive failures after which it also polls, in case events never arrive. */
const patience = 2;
/** Timeout of one stream in milliseconds; the server ends it after ten minutes. */
const stream = 15 * 60_000;

/** Source of updates: events or polling. */
export type Following = 'events' | 'asking' | 'over';

/** Follows a rollout until its end; `isOver` if it has already ended. */
export function useLive(id: string, isOver: boolean): Following {
  const client = useQueryClient();
  const [following, setFollowing] = useState<Following>('events');
  useEffect(() => {
    if (isOver) return undefined;
    const stop = new AbortController();
    const follow = async () => {
      for (let fails = 0; !stop.signal.aborted; fails += 1) {
        try {
          const url = `${baseUrl}/api/v1/provider/rollouts/${encodeURIComponent(id)}/events`;
          const answer = await send(new Request(url, { signal: stop.signal }), stream);
          if (!answer.ok || !answer.body) throw new Error(`${answer.status}`);
          for await (const { name, data } of eventsOf(answer.body)) {
            if (name !== 'progress') continue;
            fails = 0;
            setFollowing('events');
            noteRollout(client, JSON.parse(data) as Rollout);
            void client.invalidateQueries({ queryKey: consoleKeys.rolloutSites(id) });
          }
        } catch {
          // The connection failed, or a proxy buffers events.
        }
        if (stop.signal.aborted) return;
        if (fails >= patience) {
          setFollowing('asking');
          await client.fetchQuery({ ...rolloutQuery(id), staleTime: 0 }).catch(() => undefined);
        }
        await pause(Math.min(longest, first * 2 ** Math.min(fails, 5)), stop.signal);
      }
    };
    void follow();
    return () => stop.abort();
  }, [id, isOver, client]);
  return isOver ? 'over' : following;
}
