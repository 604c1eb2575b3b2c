import type { ReactNode } from 'react';
import { held, useHeld } from '../lib/held';

type Open = { id: number; element: ReactNode; dismiss: () => void; stays: boolean };

/** Draws a dialog, given the way to answer it. */
export type Render<T> = (settle: (answer: T) => void) => ReactNode;

type Options<T> = {
  /** The answer of who leaves without one. */
  none: T;
  /** Outlives a move to another page: what it says, or is at work on, is not about the page. */
  stays?: boolean;
  /** Closes the dialog when its answer is no longer needed. */
  until?: AbortSignal | undefined;
};

const stack = held<Open[]>([]);
let serial = 0;

/** Puts a dialog on top of all others, from any code. The promise holds its answer. */
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

/** After a move to another page its questions are no longer asked. */
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
