import { useMemo, useSyncExternalStore } from 'react';
import { store } from './store';

/** The stored value under a key, followed across tabs. */
export function useStored<T>(key: string): T | null {
  const text = useSyncExternalStore(
    (changed) => store.listen(key, changed),
    () => JSON.stringify(store.read(key)),
  );
  return useMemo(() => JSON.parse(text) as T | null, [text]);
}
