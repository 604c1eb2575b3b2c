import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type GiftValues, giftFrom, giftHeaders, giftSchema, giftValues } from './gift-form';

const empty: GiftValues = { known: '', email: '', name: '', message: '', header: '3' };

function complaint(values: Partial<GiftValues>): string | undefined {
  const result = v.safeParse(giftSchema(), { ...empty, ...values });
  return result.success ? undefined : result.issues[0].message;
}

it('requires a known or new recipient', () => {
  expect(complaint({})).toBe('No Recipient selected.');
  expect(complaint({ email: 'bo' })).toBe('Please enter a valid email.');
  expect(complaint({ email: ' bo@example.com ' })).toBeUndefined();
  expect(complaint({ known: 'bo@example.com' })).toBeUndefined();
});

it('offers nine greetings by number', () => {
  expect(giftHeaders()).toHaveLength(9);
  expect(giftHeaders()[0]).toBe('Happy Birthday!');
  expect(giftHeaders()[8]).toBe('Happy Holidays!');
});

it('starts with the latest recipient and keeps an edited gift', () => {
  const known = [{ email: 'bo@example.com', name: 'Bo' }];
  expect(giftValues(undefined, known)).toMatchObject({ known: 'bo@example.com', name: 'Bo', header: '3' });
  expect(giftValues(undefined, [])).toEqual(empty);
  const gift = { giftedEmail: 'cy@example.com', giftedTo: 'Cy', giftMessage: 'Hi', giftHeader: 0 };
  expect(giftFrom(giftValues(gift, known))).toEqual(gift);
  expect(giftFrom(giftValues({ ...gift, giftedEmail: 'bo@example.com' }, known)).giftedEmail).toBe(
    'bo@example.com',
  );
});
