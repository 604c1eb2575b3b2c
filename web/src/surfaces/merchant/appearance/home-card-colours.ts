import type { WholeConfig } from '@/features/site/api/site-config';

type Colours = Partial<WholeConfig['themes']['light']['mobile']['homeCards'][number]>;

/** Without those at the end that say nothing. */
function trimmed(colours: Colours[]): Colours[] {
  const last = colours.findLastIndex((card) => Object.values(card).some(Boolean));
  return colours.slice(0, last + 1);
}

/**
 * Colours belong to a card, and are listed by its place: what happens to the cards happens to them. The list may end before the
 * cards do, and has holes where a form has written behind its end.
 */
export function inOrder(colours: Colours[], order: number[]): Colours[] {
  return trimmed(order.map((place) => colours[place] ?? {}));
}
