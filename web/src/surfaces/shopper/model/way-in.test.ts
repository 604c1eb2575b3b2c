import { expect, it } from 'vitest';
import { destinationOf } from './destination';
import { mailedTo, otherWayIn } from './way-in';

it('keeps destination and address from sign-up to login', () => {
  const query = new URLSearchParams({ to: '/shop/washes?location=2', email: 'bo+gift@wash.co' });
  const address = new URL(otherWayIn('/logIn', query), 'http://sparkle.localhost');
  expect(address.pathname).toBe('/logIn');
  expect(destinationOf(address.searchParams)).toBe('/shop/washes?location=2');
  expect(mailedTo(address.searchParams)).toBe('bo+gift@wash.co');
});

it('keeps nothing without a destination', () => {
  expect(otherWayIn('/logIn', new URLSearchParams({ to: '/', email: 'nobody' }))).toBe('/logIn');
});
