import * as v from 'valibot';
import type { Field } from './fields';

/** List state by URL parameter. */
export type Fields = Record<string, Field>;

export type ListState<F extends Fields> = { [Name in keyof F]: v.InferOutput<F[Name]['schema']> };

/** State from the URL; missing or invalid values are the defaults. */
export function readState<F extends Fields>(fields: F, query: URLSearchParams): ListState<F> {
  const read = Object.entries(fields).map(([name, { schema }]) => [name, v.parse(schema, query.get(name))]);
  return Object.fromEntries(read) as ListState<F>;
}

/** Query string with some of the state changed. Defaults are omitted; other parameters are kept. */
export function writeState<F extends Fields>(
  fields: F,
  query: URLSearchParams,
  change: Partial<ListState<F>>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const first = readState(fields, new URLSearchParams());
  // Other filters or sort orders start at the first page.
  const turns = Object.keys(change).every((name) => fields[name]?.role === 'page');
  for (const [name, { role }] of Object.entries(fields)) {
    const kept = role === 'page' && !turns ? first[name] : readState(fields, query)[name];
    const value = change[name] ?? kept;
    if (value === first[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

const narrows = ({ role }: Field) => role === 'search' || role === 'filter';

/** Change that clears search and filters. */
export function widen<F extends Fields>(fields: F): Partial<ListState<F>> {
  const first = Object.entries(readState(fields, new URLSearchParams()));
  return Object.fromEntries(first.filter(([name]) => narrows(fields[name] as Field))) as Partial<
    ListState<F>
  >;
}

/** Whether the list is searched or filtered, so that an empty one means no results. */
export function isNarrowed<F extends Fields>(fields: F, state: ListState<F>): boolean {
  return Object.entries(widen(fields)).some(([name, value]) => state[name] !== value);
}

/** Whether a change only refines a search, so that it needs no history entry. */
export function refines<F extends Fields>(
  fields: F,
  state: ListState<F>,
  change: Partial<ListState<F>>,
): boolean {
  return Object.entries(change).every(
    ([name, value]) => fields[name]?.role === 'search' && state[name] !== '' && value !== '',
  );
}
