import { expect, it } from 'vitest';
import { pathInForm, wrongPaths } from './first-wrong';
import { partOf } from './parts';

it('finds errors of fields, also in lists', () => {
  const wrong = { type: 'regex', message: 'no' };
  const errors = { root: wrong, brand: { primary: wrong }, carousel: [undefined, { color: wrong }] };
  expect(wrongPaths(errors)).toEqual(['brand.primary', 'carousel.1.color']);
  expect(wrongPaths({})).toEqual([]);
});

it("parses the server's error paths", () => {
  expect(pathInForm('themes.light.mobile.homeCards[12].card')).toBe('themes.light.mobile.homeCards.12.card');
});

it.each([
  ['brand.primary', 'brand'],
  ['iconic', undefined],
  ['carousel.0.color', 'carousel'],
  ['themes.dark.button.text', 'buttons'],
  ['themes.dark.mobile.text', 'app'],
  ['themes.light.mobile.homeCards.2.card', 'homeCards'],
  ['themes.light.mobile.loyaltyCard.bar', 'loyalty'],
  ['shopItems.1.label', 'shop'],
] as const)('finds where %s is edited', (path, part) => {
  expect(partOf(path)).toBe(part);
});
