import type { To } from 'react-router';
import type { Part } from '../list/part';

/** Separator that never occurs in a row's ID. */
const between = '~';

/** Path through a list with cursors: the cursors of all pages after the first. */
function steps(trail: string): string[] {
  return trail === '' ? [] : trail.split(between);
}

/** Cursor of the current page; undefined for the first one. */
export function cursorOf(trail: string): string | undefined {
  return steps(trail).at(-1);
}

/** `count` is missing if the server doesn't count. */
type Parted<T> = { items: T[]; nextCursor?: string | number | null; count?: number };
type Way = { trail: string; size: number; at: (trail: string) => To };

/** Page of such a list, with links to the previous and next ones. */
export function partOf<T>({ items, nextCursor, count }: Parted<T>, { trail, size, at }: Way): Part<T> {
  const before = steps(trail);
  const from = before.length * size + 1;
  return {
    items,
    // Rows added in the meantime may shift pages, so the total is never below the rows shown.
    ...(count !== undefined && {
      range: { from, to: from + items.length - 1, count: Math.max(count, from + items.length - 1) },
    }),
    previous: before.length > 0 ? at(before.slice(0, -1).join(between)) : null,
    next: nextCursor == null ? null : at([...before, nextCursor].join(between)),
  };
}
