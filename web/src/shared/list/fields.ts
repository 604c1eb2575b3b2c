import * as v from 'valibot';

/** Effect of a state field on the list. */
type Role = 'search' | 'filter' | 'sort' | 'page';

/**
 * Field of a list's state. `schema` parses it from the URL, which anyone may have edited, and never fails.
 */
export type Field<T extends string | number = string | number> = {
  role: Role;
  schema: v.GenericSchema<unknown, T>;
};

const longestSearch = 100;
const longestCursor = 500;

function oneOf<T extends string>(role: Role, first: T, others: T[]): Field<T> {
  return { role, schema: v.fallback(v.picklist([first, ...others]), first) };
}

/** Text of a search box; initially empty. */
export const search = (): Field<string> => ({
  role: 'search',
  schema: v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(longestSearch)), ''),
});

/** One of several values; the first means all. */
export const filter = <const T extends string>(all: T, ...others: T[]) => oneOf('filter', all, others);

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Day such as `2027-11-20`; empty for none. */
export const day = (): Field<string> => ({
  role: 'filter',
  schema: v.fallback(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/), v.check(isDay)), ''),
});

/** ID; 0 for none. */
export const id = (): Field<number> => ({
  role: 'filter',
  schema: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number)), 0),
});

/** Sort order; the first is the default. */
export const sort = <const T extends string>(first: T, ...others: T[]) => oneOf('sort', first, others);

/** 1-based page. */
export const page = (): Field<number> => ({
  role: 'page',
  schema: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number)), 1),
});

/** Cursor of a server-paginated list; empty for the first page. */
export const cursor = (): Field<string> => ({
  role: 'page',
  schema: v.fallback(v.pipe(v.string(), v.maxLength(longestCursor)), ''),
});
