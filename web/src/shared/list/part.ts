import type { To } from 'react-router';

/** Visible part of a list. */
export type Part<T> = {
  items: T[];
  /** 1-based range and total; unknown for lists with a cursor. */
  range?: { from: number; to: number; count: number };
  /** Links to the previous and next page; null for none. */
  previous: To | null;
  next: To | null;
};

type Pages = { page: number; size: number; at: (page: number) => To };

/** Page of a fully loaded list. Pages beyond the end return the last one. */
export function pageOf<T>(all: T[], { page, size, at }: Pages): Part<T> {
  const last = Math.max(1, Math.ceil(all.length / size));
  const shown = Math.min(page, last);
  const from = (shown - 1) * size;
  const items = all.slice(from, from + size);
  return {
    items,
    range: { from: from + 1, to: from + items.length, count: all.length },
    previous: shown > 1 ? at(shown - 1) : null,
    next: shown < last ? at(shown + 1) : null,
  };
}
