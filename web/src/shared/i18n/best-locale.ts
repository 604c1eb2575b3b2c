/** `de` of `de-DE`. */
export const languageOf = (tag: string) => tag.split('-')[0] ?? tag;

/**
 * Which of the locales that a site offers fits the wishes best, the first wish being the dearest; the site's own where
 * none does. BCP 47 tags; 'lookup' of RFC 4647, 3.4, as the server does it.
 */
export function bestLocale(offered: readonly string[], wishes: readonly string[]): string {
  for (const wish of wishes) {
    const same = offered.find((tag) => tag === wish);
    const found = same ?? offered.find((tag) => languageOf(tag) === languageOf(wish));
    if (found) return found;
  }
  return offered[0] ?? 'en';
}
