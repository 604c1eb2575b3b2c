import { expect, it } from 'vitest';
import { found } from './found';

const places = [
  { to: '/a', label: 'Promo codes' },
  { to: '/b', label: 'Récompenses', about: 'Fidélité' },
];

it.each([
  ['codes promo', ['/a']],
  ['fidelite', ['/b']],
  ['', ['/a', '/b']],
  ['boats', []],
])('finds by words of a name: %j', (typed, addresses) => {
  expect(found(places, typed).map(({ to }) => to)).toEqual(addresses);
});
