import { held, useHeld } from '../lib/held';

export type Toast = { id: number; text: string; action?: { label: string; to: string } | undefined };

const life = 5000;
const toasts = held<Toast[]>([]);
let serial = 0;

export function dismissToast(id: number) {
  toasts.write(toasts.read().filter((toast) => toast.id !== id));
}

/** Dismisses toasts that link to the page the person has reached. */
export function dismissToastsTo(pathname: string) {
  toasts.write(toasts.read().filter(({ action }) => action?.to !== pathname));
}

/** Short success message. With an action, it stays until used or closed. */
export function toast(text: string, action?: Toast['action']) {
  serial += 1;
  const id = serial;
  // A repeated action replaces the message instead of stacking it.
  const others = toasts.read().filter((other) => other.text !== text);
  toasts.write([...others.slice(-2), { id, text, action }]);
  if (!action) setTimeout(() => dismissToast(id), life);
}

export function useToasts(): Toast[] {
  return useHeld(toasts);
}
