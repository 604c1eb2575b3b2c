import { useEffect, useState } from 'react';
import type { SubdomainEntry } from '@/shared/api/types';

/** Milliseconds of inactivity that count as a pause in typing. */
const debounce = 300;

/** Checks the availability of a subdomain. */
export type Check = (name: string, signal: AbortSignal) => Promise<SubdomainEntry>;

export type Standing =
  | { state: 'none' | 'asking' | 'unknown' }
  | { state: 'free' | 'refused'; answer: SubdomainEntry };

/** Availability of a subdomain while typing; outdated responses are ignored. */
export function useSubdomain(name: string, check: Check): Standing {
  const [told, tell] = useState<{ name: string; answer: SubdomainEntry | null }>();
  useEffect(() => {
    if (name === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      check(name, stop.signal).then(
        (answer) => tell({ name, answer }),
        () => {
          if (!stop.signal.aborted) tell({ name, answer: null });
        },
      );
    }, debounce);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [name, check]);
  if (name === '') return { state: 'none' };
  if (told?.name !== name) return { state: 'asking' };
  if (!told.answer) return { state: 'unknown' };
  return { state: told.answer.available ? 'free' : 'refused', answer: told.answer };
}
