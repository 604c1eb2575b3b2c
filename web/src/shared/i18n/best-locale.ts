const languageOf = (tag: string) => tag.split('-')[0]?.toLowerCase();

/** The locale for a tag: itself, else one of the same language. */
function match(offered: readonly string[], wish: string): string | undefined {
  const same = offered.find((tag) => tag.toLowerCase() === wish.toLowerCase());
  return same ?? offered.find((tag) => languageOf(tag) === languageOf(wish));
}

/**
 * Which of the locales that a site offers fits the wishes best, the first wish being the dearest; the site's own where
 * none does. BCP 47 tags; 'lookup' of RFC 4647, 3.4, as the server does it.
 */
export function bestLocale(offered: readonly string[], wishes: readonly string[]): string {
  for (const wish of wishes) {
    const found = match(offered, wish);
    if (found) return found;
  }
  return offered[0] ?? 'en';
}
