import type { WholeConfig } from '@/features/site/api/site-config';

type Colours = Partial<WholeConfig['themes']['light']['mobile']['homeCards'][number]>;

/** Removes empty entries at the end. */
function trimmed(colours: Colours[]): Colours[] {
  const last = colours.findLastIndex((card) => Object.values(card).some(Boolean));
  return colours.slice(0, last + 1);
}

/**
 * Colors of cards are listed by position, so changes to the cards are applied to them too. The list may be
 * shorter than the cards and have holes where a form wrote beyond its end.
 */
export function inOrder(colours: Colours[], order: number[]): Colours[] {
  return trimmed(order.map((place) => colours[place] ?? {}));
}
