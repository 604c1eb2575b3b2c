import * as v from 'valibot';
import { expect, it } from 'vitest';
import { numberSchema, plainNumber, typedNumber } from './number-form';

function complaint(cardNumber: string): string | undefined {
  const result = v.safeParse(numberSchema(), { cardNumber });
  return result.success ? undefined : result.issues[0].message;
}

it('groups a pasted number by four digits', () => {
  expect(typedNumber('9000 0000 0000 0000 001')).toBe('9000-0000-0000-0000-001');
  expect(typedNumber('900000000000000000123456')).toBe('9000-0000-0000-0000-001');
  expect(plainNumber({ cardNumber: '9000-0001' })).toBe('90000001');
});

it('rejects letters with an error', () => {
  expect(typedNumber('9000x')).toBe('9000x');
  expect(complaint('9000x')).toBe('Must only include numbers');
});

it('requires a valid check digit', () => {
  expect(complaint('')).toBe('Input is required.');
  expect(complaint('4242-4242-4242-4242')).toBeUndefined();
  expect(complaint('4242-4242-4242-4243')).toBe('Enter a valid card number.');
});
