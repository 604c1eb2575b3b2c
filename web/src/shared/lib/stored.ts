import { useMemo, useSyncExternalStore } from 'react';
import { store } from './store';

/** Validates a stored value; null if invalid. */
type Check<T> = (value: unknown) => T | null;

/** One value of this device, the same in all tabs, and checked whenever it is read. */
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

/** A stored value, followed across tabs. */
export function useStored<T>({ key, check, listen }: Stored<T>): T | null {
  // Followed as text, since every reading makes another object.
  const text = useSyncExternalStore(listen, () => JSON.stringify(store.read(key)));
  return useMemo(() => check(JSON.parse(text)), [check, text]);
}

export const flag: Check<boolean> = (value) => (typeof value === 'boolean' ? value : null);
export const text: Check<string> = (value) => (typeof value === 'string' ? value : null);
export const number: Check<number> = (value) => (Number.isFinite(value) ? (value as number) : null);

/** A whole number from 0 on, as ids are. */
export const id: Check<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

export function oneOf<const T extends string>(...words: T[]): Check<T> {
  return (value) => words.find((word) => word === value) ?? null;
}
