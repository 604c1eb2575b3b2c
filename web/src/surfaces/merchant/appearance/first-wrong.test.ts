import { expect, it } from 'vitest';
import { pathInForm, wrongPaths } from './first-wrong';
import { partOf } from './parts';

it('finds what is wrong, in lists too, and nothing that is about the whole', () => {
  const wrong = { type: 'regex', message: 'no' };
  const errors = { root: wrong, brand: { primary: wrong }, carousel: [undefined, { color: wrong }] };
  expect(wrongPaths(errors)).toEqual(['brand.primary', 'carousel.1.color']);
  expect(wrongPaths({})).toEqual([]);
});

it('reads the paths that the server writes', () => {
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
] as const)('knows where %s is edited', (path, part) => {
  expect(partOf(path)).toBe(part);
});
