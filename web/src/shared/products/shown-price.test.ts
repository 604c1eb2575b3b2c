import { afterEach, expect, it } from 'vitest';
import { openSite } from '../testing/site';
import { shownPrice } from './shown-price';

afterEach(() => openSite());

it('shows prices with tax if the site includes it', () => {
  openSite();
  expect(shownPrice(1000, 200)).toBe(1000);
  openSite({ pricesIncludeTax: true });
  expect(shownPrice(1000, 200)).toBe(1200);
});
