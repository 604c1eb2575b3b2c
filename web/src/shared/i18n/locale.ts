import { i18n } from '@lingui/core';
import { stored, text } from '../lib/stored';
import { site } from '../site/boot';
import { activateLocale } from './activate';
import { bestLocale, languageOf } from './best-locale';

const choice = stored('language', text);

/**
 * BCP 47 tag of the page's locale, also used for dates and amounts: the locale chosen on this device,
 * otherwise the best match for the browser's languages among those the site offers.
 */
export function pageLocale(): string {
  return bestLocale(site().languages, [choice.read() ?? '', ...navigator.languages]);
}

/** Language of the page, if a catalog exists, as a BCP 47 tag. */
export function spokenLanguage(): string {
  const locale = pageLocale();
  return languageOf(locale) === i18n.locale ? locale : i18n.locale || 'en';
}

async function activate() {
  await activateLocale(pageLocale());
  document.documentElement.lang = spokenLanguage();
}

let spoken = Promise.resolve();

function speak() {
  spoken = activate();
}

let isNamed = false;

/** Whether the URL selected this page's language, so that the server doesn't know it. True once. */
export function takeNamedLanguage(): boolean {
  const named = isNamed;
  isNamed = false;
  return named;
}

/** Selects the language of `?lang=de-DE`, and removes it from the URL, which must not undo a later choice. */
function chooseNamed() {
  const url = new URL(location.href);
  const named = url.searchParams.get('lang');
  if (!named || !site().languages.includes(named)) return;
  isNamed = named !== pageLocale();
  choice.write(named);
  url.searchParams.delete('lang');
  history.replaceState(history.state, '', url.pathname + url.search + url.hash);
}

/** Activates the page's language and follows later choices in any tab; `?lang=de-DE` selects one. */
export function followLocale(): Promise<void> {
  chooseNamed();
  choice.listen(speak);
  speak();
  return spoken;
}

/** Selects one of the site's languages for all pages on this device; resolves when this page is updated. */
export function chooseLocale(tag: string): Promise<void> {
  choice.write(tag);
  return spoken;
}
