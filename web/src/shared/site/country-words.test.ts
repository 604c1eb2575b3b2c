import { afterEach, expect, it } from 'vitest';
import { activateLocale } from '../i18n/activate';
import { openSite } from '../testing/site';
import { colorLabel, hasStates, postalCodeLabel, stateLabel } from './country-words';

afterEach(() => activateLocale('en-US'));

const words = () => [hasStates(), stateLabel(), postalCodeLabel(), colorLabel()];

it.each([
  ['US', 'en-US', [true, 'State', 'ZIP / postal code', 'Color']],
  ['CA', 'en-CA', [true, 'Province', 'ZIP / postal code', 'Color']],
  ['CA', 'fr-CA', [true, 'Province', 'Code postal', 'Couleur']],
  ['US', 'fr-FR', [true, 'État', 'Code postal', 'Couleur']],
  ['US', 'de-DE', [true, 'Bundesstaat', 'Postleitzahl', 'Farbe']],
  ['CA', 'de-DE', [true, 'Provinz', 'Postleitzahl', 'Farbe']],
  ['CA', 'es-ES', [true, 'Provincia', 'Código postal', 'Color']],
  ['GB', 'en-GB', [false, 'Region', 'Postcode', 'Colour']],
  ['DE', 'de-DE', [false, 'Region', 'Postleitzahl', 'Farbe']],
])('follows the country %s in %s', async (country, locale, expected) => {
  openSite({ country });
  await activateLocale(locale);
  expect(words()).toEqual(expected);
});
