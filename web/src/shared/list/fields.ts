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

/** One of a few words; the first stands for all there is. */
export const filter = <const T extends string>(all: T, ...others: T[]) => oneOf('filter', all, others);

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** A day, as `2027-11-20`; empty where none is chosen. */
export const day = (): Field<string> => ({
  role: 'filter',
  schema: v.fallback(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/), v.check(isDay)), ''),
});

/** A number of something that has one; 0 where none is chosen. */
export const id = (): Field<number> => ({
  role: 'filter',
  schema: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number)), 0),
});

/** One of a few orders; the first where none is chosen. */
export const sort = <const T extends string>(first: T, ...others: T[]) => oneOf('sort', first, others);

/** A page, counted from 1. */
export const page = (): Field<number> => ({
  role: 'page',
  schema: v.fallback(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number)), 1),
});

/** Cursor of a server-paginated list; empty for the first page. */
export const cursor = (): Field<string> => ({
  role: 'page',
  schema: v.fallback(v.pipe(v.string(), v.maxLength(longestCursor)), ''),
});
