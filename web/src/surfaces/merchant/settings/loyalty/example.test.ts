import { expect, it } from 'vitest';
import { pointsFor, spentForAward } from './example';

it('says what points mean in money', () => {
  expect(pointsFor(1299, 1)).toBe(12);
  expect(pointsFor(2000, 100)).toBe(2000);
  expect(spentForAward(10_000, 100)).toBe(10_000);
  expect(pointsFor(spentForAward(1000, 3), 3)).toBeGreaterThanOrEqual(1000);
  expect(spentForAward(100, 0)).toBe(0);
});
