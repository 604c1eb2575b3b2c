import { useEffect } from 'react';
import { type To, useLocation, useNavigate } from 'react-router';
import { type Fields, isNarrowed, type ListState, readState, refines, widen, writeState } from './list-state';

/** A list whose state stands in the address: it survives a reload, is led back to, and can be passed on. */
export type List<F extends Fields = Fields> = {
  state: ListState<F>;
  narrowed: boolean;
  change: (change: Partial<ListState<F>>) => void;
  /** Takes away what narrows the list. */
  clear: () => void;
  /** Where the list lies with some of its state changed. */
  to: (change: Partial<ListState<F>>) => To;
};

/** What was asked for last, and of which entry of the history: a page that is on its way there still shows what was before. */
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
