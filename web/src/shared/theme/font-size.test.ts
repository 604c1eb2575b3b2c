import { expect, it } from 'vitest';
import { store } from '../lib/store';
import { openSite } from '../testing/site';
import { followFontSize } from './font-size';

const shown = () => document.documentElement.style.fontSize;

it("starts from the merchant's size and follows the choice, within the limits", () => {
  openSite({ fontSize: 12 });
  followFontSize();
  expect(shown()).toBe('120%');
  store.write('fontSize', 7);
  expect(shown()).toBe('70%');
  store.write('fontSize', 99);
  expect(shown()).toBe('150%');
  store.write('fontSize', 1);
  expect(shown()).toBe('50%');
});
