import { held, useHeld } from '../lib/held';

export type Toast = { id: number; text: string; action?: { label: string; to: string } | undefined };

/** Milliseconds that a toast stays, also after the pointer or the focus has left it. */
const life = 5000;
const toasts = held<Toast[]>([]);
let serial = 0;
/** Whether the pointer or the focus is in a toast. */
let isUsed = false;
let overdue: number[] = [];

export function dismissToast(id: number) {
  toasts.write(toasts.read().filter((toast) => toast.id !== id));
  // A removed toast doesn't report that the pointer has left it.
  if (toasts.read().length === 0) isUsed = false;
}

/** For tests that must start without toasts. */
export function resetToasts() {
  toasts.write([]);
  isUsed = false;
  overdue = [];
}

/** Dismisses toasts that link to the page the person has reached. */
export function dismissToastsTo(pathname: string) {
  toasts.write(toasts.read().filter(({ action }) => action?.to !== pathname));
}

/** Dismisses a toast, but not while it is used. */
function expire(id: number) {
  if (isUsed) overdue.push(id);
  else dismissToast(id);
}

/** Pauses the time limit of all toasts while someone reads or uses one. */
export function setToastUse(used: boolean) {
  isUsed = used;
  if (used) return;
  for (const id of overdue) setTimeout(() => expire(id), life);
  overdue = [];
}

/** Short success message. With an action, it stays until used or closed. */
export function toast(text: string, action?: Toast['action']) {
  serial += 1;
  const id = serial;
  // A repeated action replaces the message instead of stacking it.
  const others = toasts.read().filter((other) => other.text !== text);
  toasts.write([...others.slice(-2), { id, text, action }]);
  if (!action) setTimeout(() => expire(id), life);
}

export function useToasts(): Toast[] {
  return useHeld(toasts);
}
