/** Markup inserted around the selection by the buttons. */
export const marks = {
  heading: ['<h3>', '</h3>'],
  paragraph: ['<p>', '</p>'],
  bold: ['<strong>', '</strong>'],
  list: ['<ul>\n  <li>', '</li>\n</ul>'],
  link: ['<a href="https://">', '</a>'],
} as const satisfies Record<string, readonly [string, string]>;

export type Mark = keyof typeof marks;

type Edited = { text: string; from: number; to: number };

/** `text` with markup around the range `from` to `to`, and the new range. */
export function markedUp({ text, from, to }: Edited, mark: Mark): Edited {
  const [before, after] = marks[mark];
  return {
    text: text.slice(0, from) + before + text.slice(from, to) + after + text.slice(to),
    from: from + before.length,
    to: to + before.length,
  };
}
