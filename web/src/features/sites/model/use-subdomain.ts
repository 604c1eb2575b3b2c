import { useEffect, useState } from 'react';
import type { SubdomainEntry } from '@/shared/api/types';
import { isWellFormed } from './subdomain';

/** Milliseconds after which who types is taken to have paused. */
const debounce = 300;

/** Asks whether a subdomain can be had. */
export type Check = (name: string, signal: AbortSignal) => Promise<SubdomainEntry>;

export type Standing =
  | { state: 'none' | 'asking' | 'unknown' | 'unasked' }
  | { state: 'free' | 'refused'; answer: SubdomainEntry };

const malformed = (subdomain: string): Standing => ({
  state: 'refused',
  answer: { subdomain, available: false, reason: 'malformed' },
});

/**
 * How it stands with a subdomain while somebody types it: only the answer to what stands there counts. Where nobody can be asked
 * before it is sent, its shape is all that is known.
 */
export function useSubdomain(name: string, check: Check | undefined): Standing {
  const [told, tell] = useState<{ name: string; answer: SubdomainEntry | null }>();
  useEffect(() => {
    if (name === '' || !check) return undefined;
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
  if (!check) return isWellFormed(name) ? { state: 'unasked' } : malformed(name);
  if (told?.name !== name) return { state: 'asking' };
  if (!told.answer) return { state: 'unknown' };
  return { state: told.answer.available ? 'free' : 'refused', answer: told.answer };
}
