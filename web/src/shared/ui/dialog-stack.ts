import type { ReactNode } from 'react';
import { held, useHeld } from '../lib/held';

type Open = { id: number; element: ReactNode; dismiss: () => void; stays: boolean };

/** Renders a dialog with a callback for its answer. */
export type Render<T> = (settle: (answer: T) => void) => ReactNode;

type Options<T> = {
  /** Answer when it is closed without one. */
  none: T;
  /** Whether it survives navigation, because it isn't about the page. */
  stays?: boolean;
  /** Closes the dialog when its answer is no longer needed. */
  until?: AbortSignal | undefined;
};

const stack = held<Open[]>([]);
let serial = 0;

/** Opens a dialog on top of all others, from any code. Resolves to its answer. */
export function show<T>(render: Render<T>, { none, stays = false, until }: Options<T>): Promise<T> {
  return new Promise((resolve) => {
    serial += 1;
    const id = serial;
    const settle = (answer: T) => {
      stack.write(stack.read().filter((other) => other.id !== id));
      resolve(answer);
    };
    const dismiss = () => settle(none);
    until?.addEventListener('abort', dismiss, { once: true });
    stack.write([...stack.read(), { id, element: render(settle), dismiss, stays }]);
  });
}

/** Closes a page's dialogs after navigation. */
export function dismissDialogs() {
  for (const dialog of stack.read()) if (!dialog.stays) dialog.dismiss();
}

/** For tests that must start without open dialogs. */
export function resetDialogs() {
  stack.write([]);
}

export function useOpenDialogs(): Open[] {
  return useHeld(stack);
}
