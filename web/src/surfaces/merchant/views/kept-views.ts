import * as v from 'valibot';
import { stored } from '@/shared/lib/stored';

/** A list as somebody narrowed it, under a name of theirs. */
export type View = { list: string; name: string; search: string };

const schema = v.array(v.object({ list: v.string(), name: v.string(), search: v.string() }));

/** Kept on this device: what one person at the counter looks for is not what another does. */
export const keptViews = stored('list-views', (value): View[] | null => {
  const views = v.safeParse(schema, value);
  return views.success ? views.output : null;
});

/** What narrows a list, without the page that it was turned to; empty where nothing does. */
export function narrowing(search: string): string {
  const query = new URLSearchParams(search);
  for (const page of ['at', 'page']) query.delete(page);
  query.sort();
  return query.toString();
}

/** The views with one more; one of the same name and list makes way. */
export function withView(views: View[], view: View): View[] {
  return [...withoutView(views, view), view];
}

export function withoutView(views: View[], { list, name }: Pick<View, 'list' | 'name'>): View[] {
  return views.filter((other) => other.list !== list || other.name !== name);
}
