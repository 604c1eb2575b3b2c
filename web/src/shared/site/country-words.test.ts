import { afterEach, expect, it } from 'vitest';
import { activateLocale } from '../i18n/activate';
import { openSite } from '../testing/site';
import { colorLabel, postalCodeLabel, stateLabel } from './country-words';

afterEach(() => activateLocale('en-US'));

const words = () => [stateLabel(), postalCodeLabel(), colorLabel()];

it.each([
  ['US', 'en-US', ['State', 'ZIP / postal code', 'Color']],
  ['CA', 'en-CA', ['Province', 'ZIP / postal code', 'Color']],
  ['CA', 'fr-CA', ['Province', 'Code postal', 'Couleur']],
  ['US', 'fr-FR', ['État', 'Code postal', 'Couleur']],
  ['US', 'de-DE', ['Bundesstaat', 'Postleitzahl', 'Farbe']],
  ['CA', 'de-DE', ['Provinz', 'Postleitzahl', 'Farbe']],
  ['CA', 'es-ES', ['Provincia', 'Código postal', 'Color']],
  ['GB', 'en-GB', ['Region', 'Postcode', 'Colour']],
  ['DE', 'de-DE', ['Region', 'Postleitzahl', 'Farbe']],
])('follows the country %s in %s', async (country, locale, expected) => {
  openSite({ country });
  await activateLocale(locale);
  expect(words()).toEqual(expected);
});
