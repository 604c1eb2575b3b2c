import { afterEach, expect, test } from 'vitest';
import { entriesSince, forgetJournal, noteConfirmed } from './journal';

const day = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-11-20T15:00:00Z');

afterEach(forgetJournal);

test('returns confirmations since an instant', () => {
  noteConfirmed('redemption', 'before', now - 2 * day);
  noteConfirmed('redemption', 'after', now - 1);
  noteConfirmed('payment', 'paid', now);
  expect(entriesSince(now - day)).toEqual([
    { kind: 'redemption', id: 'after', at: '2026-11-20T14:59:59.999Z' },
    { kind: 'payment', id: 'paid', at: '2026-11-20T15:00:00.000Z' },
  ]);
});

test('stores an entry once, for 60 days', () => {
  noteConfirmed('redemption', 'old', now - 61 * day);
  noteConfirmed('redemption', 'twice', now - day);
  noteConfirmed('redemption', 'twice', now);
  expect(entriesSince(0).map(({ id }) => id)).toEqual(['twice']);
});
