import { i18n } from '@lingui/core';
import { stored, text } from '../lib/stored';
import { site } from '../site/boot';
import { activateLocale } from './activate';
import { bestLocale } from './best-locale';

const choice = stored('language', text);
const aYear = 60 * 60 * 24 * 365;

/**
 * BCP 47 tag of the locale that this page speaks, and writes dates and amounts in: of those that the site offers, the one
 * that was chosen on this device, else the one that the browser likes best.
 */
export function pageLocale(): string {
  const chosen = choice.read();
  return bestLocale(site().languages, [...(chosen ? [chosen] : []), ...navigator.languages]);
}

/** The language that this page speaks, as browsers name it: the page's own, where there is a catalogue of it. */
export function spokenLanguage(): string {
  const locale = pageLocale();
  return locale.split('-')[0] === i18n.locale ? locale : i18n.locale || 'en';
}

/** Links to this page in another language name it: `?lang=de-DE`. */
function takeFromAddress() {
  const address = new URL(location.href);
  const wanted = address.searchParams.get('lang');
  if (wanted === null) return;
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
  if (site().languages.includes(wanted)) choice.write(wanted);
}

/** For the server's own documents, such as card forms: their requests ask in the languages of the browser. */
function tellServer() {
  const chosen = choice.read();
  if (!chosen) return;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `language=${encodeURIComponent(chosen)}; path=/; max-age=${aYear}; samesite=lax${secure}`;
}

async function activate() {
  await activateLocale(pageLocale());
  document.documentElement.lang = spokenLanguage();
}

let spoken = Promise.resolve();

function speak() {
  tellServer();
  spoken = activate();
}

/** Speaks the page's language, and any other as soon as it is chosen, in whichever tab. */
export function followLocale(): Promise<void> {
  takeFromAddress();
  choice.listen(speak);
  speak();
  return spoken;
}

/** Has the pages of this device speak one of the site's languages; resolves when this page does. */
export function chooseLocale(tag: string): Promise<void> {
  choice.write(tag);
  return spoken;
}
