import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { luhn } from '../format/codes';
import { digitsOnly } from '../format/digits';
import { readPhone } from '../format/masks';

const emailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.\d]{2,}$/;

export const required = () => v.pipe(v.string(), v.trim(), v.nonEmpty(i18n._('Input is required.')));

const limit = (length: number) =>
  v.maxLength<string, number, string>(length, i18n._('Enter up to {length} characters.', { length }));

export const atMost = (length: number) => v.pipe(required(), limit(length));

/** The same of a text that may be missing. */
export const atMostText = (length: number) => v.pipe(v.string(), v.trim(), limit(length));

type TextLimit = { minLength?: number; maxLength: number };

/** Names of the fields with a maximum length. */
export type TextField<Limits> = {
  [Name in keyof Limits]: Limits[Name] extends TextLimit ? Name : never;
}[keyof Limits] &
  string;

/** Text within the limits of the API description; required if it has a minimum length. */
export const limited = ({ minLength = 0, maxLength }: TextLimit) =>
  minLength > 0 ? atMost(maxLength) : atMostText(maxLength);

function textFields<Limits extends object, Value>(limits: Limits, textOf: (limit: TextLimit) => Value) {
  const texts = Object.entries<Partial<TextLimit>>(limits as Record<string, Partial<TextLimit>>);
  const entries = texts.flatMap(([name, { minLength = 0, maxLength }]) =>
    maxLength === undefined ? [] : [[name, textOf({ minLength, maxLength })]],
  );
  return Object.fromEntries(entries) as Record<TextField<Limits>, Value>;
}

/** Rules of all text fields with limits in the API description. */
export const limitedTexts = <Limits extends object>(limits: Limits) => textFields(limits, limited);

/** The same fields, blank. */
export const blankTexts = <Limits extends object>(limits: Limits) => textFields(limits, () => '');

export const email = () => v.pipe(required(), v.regex(emailPattern, i18n._('Please enter a valid email.')));

export function isEmail(text: string): boolean {
  return emailPattern.test(text.trim());
}

/** Days a month can have; February counts as in a leap year, for a birthday has no year here. */
export function daysIn(month: number): number {
  return new Date(2024, month, 0).getDate();
}

export const month = () =>
  v.pipe(
    required(),
    v.check((text) => /^\d+$/.test(text) && +text >= 1 && +text <= 12, i18n._('Please enter a valid Month.')),
  );

export const day = () =>
  v.pipe(
    required(),
    v.check((text) => /^\d+$/.test(text) && +text >= 1 && +text <= 31, i18n._('Please enter a valid Day.')),
  );

export const phone = (country: string) =>
  v.pipe(
    required(),
    v.check((text) => readPhone(text, country) !== '', i18n._('Enter a valid phone number.')),
  );

export const postalCode = () => v.pipe(required(), v.regex(/\w/, i18n._('Enter a valid postal code.')));

export type PasswordPart = 'lower' | 'capital' | 'number' | 'special' | 'length' | 'word';

/** Parts of the password rule that a text meets. */
export function passwordParts(text: string): Record<PasswordPart, boolean> {
  return {
    lower: /\p{Ll}/u.test(text),
    capital: /\p{Lu}/u.test(text),
    number: /\d/.test(text),
    special: /[^\p{L}\p{N}\s]/u.test(text),
    length: text.length >= 8,
    word: !/password/i.test(text),
  };
}

export const newPassword = () =>
  v.pipe(
    v.string(),
    v.nonEmpty(i18n._('Input is required.')),
    v.check((text) => passwordParts(text).word, i18n._('Invalid word not allowed in passwords')),
    v.check((text) => passwordParts(text).lower, i18n._('Add a lowercase letter.')),
    v.check((text) => passwordParts(text).capital, i18n._('Add a capital letter.')),
    v.check((text) => passwordParts(text).number, i18n._('Add a number.')),
    v.check((text) => passwordParts(text).special, i18n._('Add a special character.')),
    v.check((text) => passwordParts(text).length, i18n._('Use at least 8 characters.')),
  );

/** A password as entered, including spaces. */
export const entered = () => v.pipe(v.string(), v.nonEmpty(i18n._('Input is required.')));

/** A word typed to confirm an irreversible action. */
export const typed = (word: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text.toLowerCase() === word.toLowerCase(), i18n._('Type {word}.', { word })),
  );

/** The rule of the shared number field. No screen asks for a payment card; its variant serves hosted pages' tests. */
export const cardNumber = (kind: 'payment' | 'gift') =>
  v.pipe(
    required(),
    v.regex(/^[\d-]+$/, i18n._('Must only include numbers')),
    v.check(
      (text) => (kind === 'payment' ? digitsOnly(text).length === 16 : digitsOnly(text).length <= 19),
      kind === 'payment' ? i18n._('Must be 16 digits') : i18n._('Enter up to 19 digits'),
    ),
    v.check((text) => luhn(digitsOnly(text)), i18n._('Enter a valid card number.')),
  );
