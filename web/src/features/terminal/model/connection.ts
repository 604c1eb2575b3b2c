import { useSyncExternalStore } from 'react';
import { held } from '@/shared/lib/held';

/** Whether the last call had an answer. */
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

/** Whether the server can be reached, as far as is known: a device on a network may still reach nothing. */
export function useConnection(): boolean {
  return useSyncExternalStore(listen, isConnected);
}
