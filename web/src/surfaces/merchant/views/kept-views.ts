import * as v from 'valibot';
import { stored } from '@/shared/lib/stored';

/** Saved filters of a list, with a name. */
export type View = { list: string; name: string; search: string };

const schema = v.array(v.object({ list: v.string(), name: v.string(), search: v.string() }));

/** Stored on this device, because each person searches for different things. */
export const keptViews = stored('list-views', (value): View[] | null => {
  const views = v.safeParse(schema, value);
  return views.success ? views.output : null;
});

/** Filters in a query string, without the page number; empty for none. */
export function narrowing(search: string): string {
  const query = new URLSearchParams(search);
  for (const page of ['at', 'page']) query.delete(page);
  query.sort();
  return query.toString();
}

/** Adds a view, replacing one with the same name and list. */
export function withView(views: View[], view: View): View[] {
  return [...withoutView(views, view), view];
}

export function withoutView(views: View[], { list, name }: Pick<View, 'list' | 'name'>): View[] {
  return views.filter((other) => other.list !== list || other.name !== name);
}
