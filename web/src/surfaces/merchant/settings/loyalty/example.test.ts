import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { examplePrice, pointsFor, spentForAward } from './example';

it('shows the value of points', () => {
  expect(pointsFor(1299, 1)).toBe(12);
  expect(pointsFor(2000, 100)).toBe(2000);
  expect(spentForAward(10_000, 100)).toBe(10_000);
  expect(pointsFor(spentForAward(1000, 3), 3)).toBeGreaterThanOrEqual(1000);
  expect(spentForAward(100, 0)).toBe(0);
});

it("uses the site's currency", () => {
  openSite({ currency: 'JPY' });
  expect(examplePrice()).toBe(20);
  expect(pointsFor(2000, 1)).toBe(2000);
  expect(spentForAward(10_000, 1)).toBe(10_000);
  openSite({ currency: 'KWD' });
  expect(examplePrice()).toBe(20_000);
  expect(pointsFor(20_000, 100)).toBe(2000);
});
