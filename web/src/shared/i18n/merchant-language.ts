import { site } from '../site/boot';
import { languageOf } from './best-locale';
import { spokenLanguage } from './locale';

/**
 * `lang` of an element with the merchant's words, which are in the site's first language; undefined if the page
 * speaks it. Screen readers choose their voice by it.
 */
export function merchantLanguage(): string | undefined {
  return foreignLanguage(site().languages[0] ?? '');
}

/** `lang` of an element with a text in the language `tag`; undefined if the page speaks it. */
export function foreignLanguage(tag: string): string | undefined {
  return languageOf(tag) === languageOf(spokenLanguage()) ? undefined : tag;
}
