import { type ReactNode, useSyncExternalStore } from 'react';
import { errorText, errorTitle } from '../api/api-error';
import { dialogs } from './dialogs';
import { loadCode } from './load-code';

type Panel = { id: number; element: ReactNode; dismiss: () => void };

/** Draws a panel, given the way to answer it; null when the customer leaves without an answer. */
type Render<T> = (settle: (answer: T | null) => void) => ReactNode;

let open: Panel[] = [];
let serial = 0;
const listeners = new Set<() => void>();

function set(next: Panel[]) {
  open = next;
  for (const listener of listeners) listener();
}

function show<T>(render: Render<T>): Promise<T | null> {
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

/**
 * Asks for something in a dialog of its own, from any code. `load` fetches the code of the dialog; where that fails the
 * customer is told. The promise holds the answer, or null when there was none.
 */
export async function openPanel<T>(load: () => Promise<Render<T>>): Promise<T | null> {
  const from = location.pathname;
  let render: Render<T>;
  try {
    render = await loadCode(load);
  } catch (error) {
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    return null;
  }
  return location.pathname === from ? show(render) : null;
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
