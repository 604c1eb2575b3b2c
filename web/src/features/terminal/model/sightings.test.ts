import { expect, it } from 'vitest';
import { sightings } from './sightings';

it('reports a code once while the camera sees it', () => {
  const { see, resume } = sightings();
  expect(see('a', 0)).toBe(true);
  expect(see('a', 2900)).toBe(false);
  expect(see('b', 3000)).toBe(true);
  // Another customer's screen was shown in between: the camera was off, and the phone is still there.
  resume(60_000);
  expect(see('b', 60_200)).toBe(false);
  expect(see('b', 63_300)).toBe(true);
});
