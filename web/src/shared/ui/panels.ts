import { type ReactNode, useSyncExternalStore } from 'react';

type Panel = { id: number; element: ReactNode; dismiss: () => void };

let open: Panel[] = [];
let serial = 0;
const listeners = new Set<() => void>();

function set(next: Panel[]) {
  open = next;
  for (const listener of listeners) listener();
}

/**
 * Asks for something in a dialog of its own, from any code. `render` gets the way to answer; the promise holds the
 * answer, or null when the customer left without one.
 */
export function openPanel<T>(render: (settle: (answer: T | null) => void) => ReactNode): Promise<T | null> {
  return new Promise((resolve) => {
    serial += 1;
    const id = serial;
    const settle = (answer: T | null) => {
      set(open.filter((other) => other.id !== id));
      resolve(answer);
    };
    set([...open, { id, element: render(settle), dismiss: () => settle(null) }]);
  });
}

/** After a move to another screen its questions are no longer asked. */
export function dismissPanels() {
  for (const panel of open) panel.dismiss();
}

export function useOpenPanels(): Panel[] {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => open,
  );
}
