import { languageOf } from './best-locale';

/**
 * Language name in its own language, with the region only if the site offers several: 'Français', 'UK
 * English'.
 */
export function languageName(tag: string, offered: readonly string[]): string {
  const alone = offered.filter((other) => languageOf(other) === languageOf(tag)).length < 2;
  const names = new Intl.DisplayNames(tag, { type: 'language', style: 'short' });
  const name = names.of(alone ? languageOf(tag) : tag) ?? tag;
  // Some languages write their name in lower case, but here it stands alone.
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
