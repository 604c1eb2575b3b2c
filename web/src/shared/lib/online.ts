import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  const ended = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, changed, { signal: ended.signal });
  return () => ended.abort();
}

/** Whether the device is online, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
