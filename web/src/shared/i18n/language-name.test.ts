import { expect, it } from 'vitest';
import { languageName } from './language-name';

it.each([
  ['fr-CA', 'Français'],
  ['de-DE', 'Deutsch'],
  ['es-US', 'Español'],
  ['en-GB', 'UK English'],
])('names %s %s', (tag, name) => {
  expect(languageName(tag, ['fr-CA', 'de-DE', 'es-US', 'en-GB', 'en-US'])).toBe(name);
});
