/** Without case and accents, in which nobody searches. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether each of the words stands in one of the texts. No words are found everywhere. */
export function matches(words: string, texts: (string | null | undefined)[]): boolean {
  const all = fold(texts.filter(Boolean).join('\n'));
  return fold(words)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
