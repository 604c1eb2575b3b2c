import { useState } from 'react';
import { useLocation } from 'react-router';

/** States by history entry and name. */
const kept = new Map<string, unknown>();

/** Like `useState`, but also restored when the person returns to this history entry. `name` is unique in the page. */
export function useKeptState<T>(name: string, initial: T): [T, (value: T) => void] {
  const key = `${useLocation().key} ${name}`;
  const [value, setValue] = useState(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  const write = (next: T) => {
    kept.set(key, next);
    setValue(next);
  };
  return [value, write];
}
