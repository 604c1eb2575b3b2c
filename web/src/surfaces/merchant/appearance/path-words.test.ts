import { expect, it } from 'vitest';
import { wordsOf } from './path-words';

it.each([
  ['companyName', 'Business name'],
  ['brand.primary', 'Brand · Primary color'],
  ['carousel.1.headline', 'Carousel · 2 · Headline'],
  ['carousel', 'Carousel'],
  ['homeCards.0.icon', 'Home cards · 1 · Icon'],
  ['icon', 'App icon (square)'],
  ['themes.dark.button.text', 'Buttons · Text · Dark'],
  ['themes.light.mobile.homeCards.2.card', 'Home cards · 3 · Card · Light'],
  ['brand.radus', 'Brand · radus'],
  ['ofTheFuture.deep', 'ofTheFuture.deep'],
])('names %s like the editor', (path, words) => {
  expect(wordsOf(path)).toBe(words);
});
