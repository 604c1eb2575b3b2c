import { expect, it } from 'vitest';
import { destinationOf } from './destination';
import { mailedTo, otherWayIn } from './way-in';

it('carries a place and a mailed address from the sign-up to the log-in', () => {
  const query = new URLSearchParams({ to: '/shop/washes?location=2', email: 'bo+gift@wash.co' });
  const address = new URL(otherWayIn('/logIn', query), 'http://sparkle.localhost');
  expect(address.pathname).toBe('/logIn');
  expect(destinationOf(address.searchParams)).toBe('/shop/washes?location=2');
  expect(mailedTo(address.searchParams)).toBe('bo+gift@wash.co');
});

it('carries nothing where there is nothing', () => {
  expect(otherWayIn('/logIn', new URLSearchParams({ to: '/', email: 'nobody' }))).toBe('/logIn');
});
