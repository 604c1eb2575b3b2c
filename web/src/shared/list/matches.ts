/** Text without case and accents, for searching. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether each word occurs in one of the texts. Empty input matches everything. */
export function matches(words: string, texts: (string | null | undefined)[]): boolean {
  const all = fold(texts.filter(Boolean).join('\n'));
  return fold(words)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
