import { useMemo, useSyncExternalStore } from 'react';
import { store } from './store';

/** Validates a stored value; null if invalid. */
type Check<T> = (value: unknown) => T | null;

/** Value on this device, shared by all tabs and validated on each read. */
export function stored<T>(key: string, check: Check<T>) {
  return {
    key,
    check,
    read: (): T | null => check(store.read(key)),
    write: (value: T) => store.write(key, value),
    remove: () => store.remove(key),
    listen: (changed: () => void) => store.listen(key, changed),
  };
}

type Stored<T> = ReturnType<typeof stored<T>>;

/** Observes a stored value across tabs. */
export function useStored<T>({ key, check, listen }: Stored<T>): T | null {
  // Observed as text, because parsing creates a new object each time.
  const text = useSyncExternalStore(listen, () => JSON.stringify(store.read(key)));
  return useMemo(() => check(JSON.parse(text)), [check, text]);
}

export const flag: Check<boolean> = (value) => (typeof value === 'boolean' ? value : null);
export const text: Check<string> = (value) => (typeof value === 'string' ? value : null);
export const number: Check<number> = (value) => (Number.isFinite(value) ? (value as number) : null);

/** Non-negative integer, such as an ID. */
export const id: Check<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

export function oneOf<const T extends string>(...words: T[]): Check<T> {
  return (value) => words.find((word) => word === value) ?? null;
}
