import { useSyncExternalStore } from 'react';
import { held } from '@/shared/lib/held';

/** Whether the last request got a response. */
const answered = held(true);

export const noteAnswer = () => answered.write(true);
export const noteSilence = () => answered.write(false);

function listen(changed: () => void) {
  const stop = answered.listen(changed);
  const ended = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, changed, { signal: ended.signal });
  return () => {
    stop();
    ended.abort();
  };
}

function isConnected(): boolean {
  return navigator.onLine && answered.read();
}

/** Whether the server is reachable; a network connection alone isn't enough. */
export function useConnection(): boolean {
  return useSyncExternalStore(listen, isConnected);
}
