import { useSyncExternalStore } from 'react';

export type Toast = { id: number; text: string; action?: { label: string; to: string } | undefined };

const life = 5000;
let toasts: Toast[] = [];
let serial = 0;
const listeners = new Set<() => void>();

function set(next: Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export function dismissToast(id: number) {
  set(toasts.filter((toast) => toast.id !== id));
}

/** A short word about something that worked. One with an action stays until it is used or closed. */
export function toast(text: string, action?: Toast['action']) {
  serial += 1;
  const id = serial;
  // A second press replaces the first word instead of stacking the same one.
  set([...toasts.filter((other) => other.text !== text).slice(-2), { id, text, action }]);
  if (!action) setTimeout(() => dismissToast(id), life);
}

export function useToasts(): Toast[] {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => toasts,
  );
}
