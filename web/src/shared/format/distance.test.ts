import { expect, it } from 'vitest';
import { byDistance, formatDistance, milesBetween } from './distance';

const phoenix = { latitude: 33.4484, longitude: -112.074 };
const tempe = { latitude: 33.4255, longitude: -111.94 };
const london = { latitude: 51.5074, longitude: -0.1278 };
const paris = { latitude: 48.8566, longitude: 2.3522 };

it('measures along the great circle', () => {
  expect(milesBetween(phoenix, phoenix)).toBe(0);
  expect(milesBetween(phoenix, tempe)).toBeCloseTo(7.9, 1);
  expect(milesBetween(london, paris)).toBeCloseTo(213.5, 0);
  expect(milesBetween(tempe, phoenix)).toBeCloseTo(milesBetween(phoenix, tempe), 9);
  expect(milesBetween({ latitude: 0, longitude: 179.99 }, { latitude: 0, longitude: -179.99 })).toBeLessThan(
    2,
  );
});

it('sorts by distance', () => {
  expect(byDistance([london, phoenix], tempe).map(({ place }) => place)).toEqual([phoenix, london]);
});

it.each([
  [0.42, 'US', '0.4 mi'],
  [12.3, 'GB', '12 mi'],
  [0.2, 'CA', '320 m'],
  [3, 'CA', '4.8 km'],
  [30, 'FR', '48 km'],
])('formats %d miles in %s', (miles, country, said) => {
  expect(formatDistance(miles, country)).toBe(said);
});
