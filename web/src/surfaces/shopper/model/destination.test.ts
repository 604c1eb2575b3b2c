import { expect, it } from 'vitest';
import { destinationOf, onTheWay } from './destination';

it.each([
  ['/shop/washes?location=2', '/shop/washes?location=2'],
  ['https://elsewhere.example', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['/\t/elsewhere.example', '/'],
  [null, '/'],
])('continues to %s: %s', (to, place) => {
  expect(destinationOf(new URLSearchParams(to === null ? {} : { to }))).toBe(place);
});

it('keeps a destination across pages', () => {
  const address = new URL(onTheWay('/signUp', '/shop/washes?location=2'), 'http://sparkle.localhost');
  expect(destinationOf(address.searchParams)).toBe('/shop/washes?location=2');
  expect(onTheWay('/signUp', '/')).toBe('/signUp');
});
