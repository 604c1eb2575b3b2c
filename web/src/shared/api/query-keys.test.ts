import { expect, it } from 'vitest';
import { tokens } from '../testing/tokens';
import { keys } from './query-keys';
import { setSession } from './session';

it('separates the data of customers', () => {
  setSession(tokens(4_000_000_000, 'one', { sub: '1' }));
  const one = keys.wallet();
  setSession(tokens(4_000_000_000, 'two', { sub: '2' }));
  expect(keys.wallet()).not.toEqual(one);
  expect(keys.wallet()).toEqual([...keys.customer(), 'wallet']);
  expect(keys.locations()).toEqual(['sparkle', 'locations']);
});
