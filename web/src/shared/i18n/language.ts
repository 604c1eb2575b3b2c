import { i18n } from '@lingui/core';
import { site } from '../site/boot';

/** The language that this page speaks, as browsers name it: the site's, where there is a catalogue of it. */
export function spokenLanguage(): string {
  const { locale } = site();
  return locale.split('-')[0] === i18n.locale ? locale : i18n.locale || 'en';
}
