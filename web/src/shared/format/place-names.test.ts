import { expect, it } from 'vitest';
import { location } from '../testing/locations';
import { placeNames } from './place-names';

it('names the city first, unless another location is there too', () => {
  const [mesa, east, west] = [
    location({ city: 'Mesa', name: 'Main Street' }),
    location({ city: 'Tucson', name: 'Broadway East' }),
    location({ city: 'Tucson', name: 'Broadway West' }),
  ];
  const all = [mesa, east, west];
  expect(placeNames(mesa, all)).toEqual({ title: 'Mesa', detail: 'Main Street' });
  expect(placeNames(east, all)).toEqual({ title: 'Broadway East', detail: 'Tucson' });
  expect(placeNames(east, [mesa, east])).toEqual({ title: 'Tucson', detail: 'Broadway East' });
});
