import { expect, it } from 'vitest';
import { passkeyWords } from './passkey-words';

it.each([
  [0, 0, ''],
  [2, 0, '2 people have passkeys, which work only at the current address.'],
  [
    1,
    1,
    '1 person has a passkey, which works only at the current address. 1 person has no other login method and needs a backup code afterwards.',
  ],
])('names people with passkeys: %i, %i', (people, onlyPasskeys, words) => {
  expect(passkeyWords({ people, onlyPasskeys })).toBe(words);
});
