import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languageOf } from '@/shared/i18n/best-locale';
import { inOrder, offerable } from './offered';

it.each([
  [['en-US', 'es-US'], 'US', ['en-US', 'es-US', 'fr-FR', 'de-DE']],
  [['fr-CA'], 'CA', ['fr-CA', 'en-CA', 'de-DE', 'es-ES']],
  [['en-GB', 'en-US'], 'GB', ['en-GB', 'en-US', 'fr-FR', 'de-DE', 'es-ES']],
  [['hi-IN'], 'IN', ['hi-IN', 'en-US', 'fr-FR', 'de-DE', 'es-ES']],
])("keeps a site's languages and adds others by country: %j in %s", (has, country, all) => {
  expect(offerable(has, country)).toEqual(all);
});

it('lists the default language first', () => {
  expect(inOrder(['en-US', 'es-US', 'fr-FR'], 'es-US')).toEqual(['es-US', 'en-US', 'fr-FR']);
});

it('offers every language with a catalog', () => {
  expect(offerable([], 'US').map(languageOf).sort()).toEqual(readdirSync('src/locales').sort());
});
