import { languageOf } from './best-locale';

/** What a language calls itself, with its region only where another one of the same language is offered: 'Français', 'UK English'. */
export function languageName(tag: string, offered: readonly string[]): string {
  const alone = offered.filter((other) => languageOf(other) === languageOf(tag)).length < 2;
  const names = new Intl.DisplayNames(tag, { type: 'language', style: 'short' });
  const name = names.of(alone ? languageOf(tag) : tag) ?? tag;
  // Some languages write their own name small, but here it stands alone.
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
