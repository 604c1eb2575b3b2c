import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cardNumber, day, email, month, newPassword, phone, postalCode, required } from './rules';

type Rule = v.GenericSchema<string, string>;

function message(rule: Rule, text: string): string | undefined {
  return v.safeParse(rule, text, { abortPipeEarly: true }).issues?.[0]?.message;
}

describe('required', () => {
  it('rejects empty or blank input', () => {
    expect(message(required(), '')).toBe('Input is required.');
    expect(message(required(), '   ')).toBe('Input is required.');
    expect(message(required(), 'x')).toBeUndefined();
  });
});

describe('email', () => {
  it.each(['ada', 'ada@', 'ada@wash', '@wash.co', 'a da@wash.co', 'ada@wash..co'])('rejects %s', (text) => {
    expect(message(email(), text)).toBe('Please enter a valid email.');
  });
  it.each(['ada@wash.co', 'a.b+c@sub.wash.example', 'x@exämple.com'])('accepts %s', (text) => {
    expect(message(email(), text)).toBeUndefined();
  });
});

describe('birthday', () => {
  it.each(['0', '13', '99'])('rejects month %s', (text) => {
    expect(message(month(), text)).toBe('Please enter a valid Month.');
  });
  it.each(['0', '32'])('rejects day %s', (text) => {
    expect(message(day(), text)).toBe('Please enter a valid Day.');
  });
  it('accepts the limits', () => {
    for (const text of ['1', '12']) expect(message(month(), text)).toBeUndefined();
    for (const text of ['1', '31']) expect(message(day(), text)).toBeUndefined();
  });
});

describe('phone', () => {
  it('requires exactly ten digits in North America', () => {
    expect(message(phone('US'), '(602) 555-014')).toBeDefined();
    expect(message(phone('CA'), '(602) 555-0142')).toBeUndefined();
  });
  it('requires ten or eleven digits in the United Kingdom', () => {
    expect(message(phone('GB'), '01632 960123')).toBeUndefined();
    expect(message(phone('GB'), '01632 96')).toBeDefined();
  });
});

describe('postal code', () => {
  it('requires a letter or digit', () => {
    expect(message(postalCode(), '--')).toBeDefined();
    expect(message(postalCode(), 'LS6 3AA')).toBeUndefined();
  });
});

describe('password', () => {
  it.each([
    ['Passw0rd!password', 'Invalid word not allowed in passwords'],
    ['AAAA1111!', 'Add a lowercase letter.'],
    ['aaaa1111!', 'Add a capital letter.'],
    ['Aaaaaaaa!', 'Add a number.'],
    ['Aaaa11111', 'Add a special character.'],
    ['Aa1!aaa', 'Use at least 8 characters.'],
  ])('explains %s: %s', (text, expected) => {
    expect(message(newPassword(), text)).toBe(expected);
  });
  it('accepts a password that meets every requirement', () => {
    expect(message(newPassword(), 'Foam&Rinse7')).toBeUndefined();
  });
});

describe('card number', () => {
  it('requires 16 digits for a payment card and at most 19 for a gift card', () => {
    expect(message(cardNumber('payment'), '4242-4242-4242')).toBe('Must be 16 digits');
    expect(message(cardNumber('payment'), '4242-4242-4242-4242')).toBeUndefined();
    expect(message(cardNumber('gift'), 'abc')).toBe('Must only include numbers');
    expect(message(cardNumber('gift'), '42424242424242424242')).toBe('Enter up to 19 digits');
  });
});
