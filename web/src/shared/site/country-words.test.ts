import { afterEach, expect, it } from 'vitest';
import { activateLocale } from '../i18n/activate';
import { openSite } from '../testing/site';
import { hasStates, postalCodeLabel, stateLabel } from './country-words';

afterEach(() => activateLocale('en-US'));

const words = () => [hasStates(), stateLabel(), postalCodeLabel()];

it.each([
  ['US', 'en-US', [true, 'State', 'ZIP / postal code']],
  ['CA', 'en-CA', [true, 'Province', 'ZIP / postal code']],
  ['CA', 'fr-CA', [true, 'Province', 'Code postal']],
  ['US', 'fr-FR', [true, 'État', 'Code postal']],
  ['US', 'de-DE', [true, 'Bundesstaat', 'Postleitzahl']],
  ['CA', 'de-DE', [true, 'Provinz', 'Postleitzahl']],
  ['CA', 'es-ES', [true, 'Provincia', 'Código postal']],
  ['GB', 'en-GB', [false, 'Region', 'Postcode']],
  ['DE', 'de-DE', [false, 'Region', 'Postleitzahl']],
])('uses the terms of %s in %s', async (country, locale, expected) => {
  openSite({ country });
  await activateLocale(locale);
  expect(words()).toEqual(expected);
});
