import { site } from '../site/boot';
import { languageOf } from './best-locale';
import { spokenLanguage } from './locale';

/**
 * `lang` of an element with the merchant's words, which are in the site's first language; undefined if the page
 * speaks it. Screen readers choose their voice by it.
 */
export function merchantLanguage(): string | undefined {
  const [first = ''] = site().languages;
  return languageOf(first) === languageOf(spokenLanguage()) ? undefined : first;
}
