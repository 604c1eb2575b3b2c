import { useEffect } from 'react';
import { type To, useLocation, useNavigate } from 'react-router';
import { type Fields, isNarrowed, type ListState, readState, refines, widen, writeState } from './list-state';

/** List with its state in the URL, so that it survives reloads and can be linked. */
export type List<F extends Fields = Fields> = {
  state: ListState<F>;
  narrowed: boolean;
  change: (change: Partial<ListState<F>>) => void;
  /** Clears search and filters. */
  clear: () => void;
  /** Link to the list with some of its state changed. */
  to: (change: Partial<ListState<F>>) => To;
};

/**
 * Latest requested state and its history entry, because a page still shows the old state during navigation.
 */
let asked: { from: string; search: string } | null = null;

export function useList<F extends Fields>(fields: F): List<F> {
  const { search, hash, key } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (asked?.from !== key) asked = null;
  }, [key]);
  const query = new URLSearchParams(search);
  const state = readState(fields, query);
  const to = (change: Partial<ListState<F>>) => ({ search: `?${writeState(fields, query, change)}`, hash });
  const change = (part: Partial<ListState<F>>) => {
    const newest = new URLSearchParams(asked?.from === key ? asked.search : search);
    const replace = refines(fields, readState(fields, newest), part);
    asked = { from: key, search: `?${writeState(fields, newest, part)}` };
    void navigate({ search: asked.search, hash }, { replace, preventScrollReset: true });
  };
  const clear = () => change(widen(fields));
  return { state, narrowed: isNarrowed(fields, state), change, clear, to };
}
