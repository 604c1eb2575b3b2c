/** `de` for `de-DE`. */
export const languageOf = (tag: string) => tag.split('-')[0] ?? tag;

/**
 * Best of the site's locales for the preferred languages, or the site's default. BCP 47 tags; RFC 4647
 * 'lookup' (3.4), as on the server.
 */
export function bestLocale(offered: readonly string[], wishes: readonly string[]): string {
  for (const wish of wishes) {
    const same = offered.find((tag) => tag === wish);
    const found = same ?? offered.find((tag) => languageOf(tag) === languageOf(wish));
    if (found) return found;
  }
  return offered[0] ?? 'en';
}
