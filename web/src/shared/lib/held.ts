import { useSyncExternalStore } from 'react';

/** Observable value of this tab. */
export function held<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    write(next: T) {
      value = next;
      for (const listener of listeners) listener();
    },
    listen(changed: () => void) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
  };
}

export function useHeld<T>({ listen, read }: ReturnType<typeof held<T>>): T {
  return useSyncExternalStore(listen, read);
}
