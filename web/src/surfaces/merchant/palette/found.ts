/** Page to open. */
export type Destination = { to: string; label: string; about?: string | undefined };

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Destinations whose names contain all words, in any order, ignoring accents. */
export function found(destinations: Destination[], typed: string): Destination[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return destinations.filter(({ label, about = '' }) => {
    const name = plain(`${label} ${about}`);
    return words.every((word) => name.includes(word));
  });
}
