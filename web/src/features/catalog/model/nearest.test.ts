import { expect, it } from 'vitest';
import { location } from '@/shared/testing/locations';
import { locationAt, sortedFrom } from './nearest';

const tempe = location({ id: 1, city: 'Tempe', latitude: 33.4207, longitude: -111.9398 });
const mesa = location({ id: 2, city: 'Mesa', latitude: 33.3905, longitude: -111.8752 });
const nearMesa = { latitude: 33.3925, longitude: -111.8752 };

it('sorts by distance once the position is known', () => {
  expect(sortedFrom(null, [tempe, mesa])).toEqual([{ place: tempe }, { place: mesa }]);
  const sorted = sortedFrom(nearMesa, [tempe, mesa]);
  expect(sorted.map(({ place }) => place.city)).toEqual(['Mesa', 'Tempe']);
  expect(sorted[0]?.miles).toBeCloseTo(0.14, 2);
});

it.each([
  ['within a mile', nearMesa, mesa],
  ['beyond a mile', { latitude: 33.4055, longitude: -111.8752 }, null],
  ['where nothing is known', null, null],
])('finds the location the customer is at, %s', (_, here, found) => {
  expect(locationAt(here, [tempe, mesa])).toBe(found);
});

it('finds none out of range', () => {
  expect(locationAt(nearMesa, [])).toBeNull();
});
