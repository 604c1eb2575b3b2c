import * as v from 'valibot';
import { expect, it } from 'vitest';
import cases from '@/shared/format/cases/entered-amounts.json';
import { money } from '@/shared/format/money';
import { openSite } from '@/shared/testing/site';
import { amount, amountError, amountToEnter, parseAmount } from './amount';

it.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12,50', 1250],
  [' 0.07 ', 7],
  ['', null],
  ['-1', null],
  ['1.234', null],
  ['1,234.50', null],
  ['$5', 500],
  ['$ 16.50', 1650],
  ['16 usd', 1600],
  ['16$', 1600],
  ['$', null],
  ['$5$', null],
  ['€5', null],
  ['5.', null],
  ['9999999', null],
])('parses %j as %j', (text, minor) => {
  expect(parseAmount(text)).toBe(minor);
});

it('formats what it parses', () => {
  for (const minor of [0, 7, 1250, 100_000]) expect(parseAmount(amountToEnter(minor))).toBe(minor);
});

it.each([
  ['en-US', '1151.36'],
  ['de-DE', '1151,36'],
  ['fr-FR', '1151,36'],
])('names an amount to enter in %s as %s', (locale, text) => {
  openSite({ locale, languages: [locale] });
  expect(parseAmount(money(45_50, { currency: 'EUR' }), 'EUR')).toBe(45_50);
  expect(amountToEnter(115_136)).toBe(text);
  expect(parseAmount(text)).toBe(115_136);
  openSite();
});

it.each([
  ['JPY', '2824', 2824],
  ['JPY', '28.24', null],
  ['JPY', '28,', null],
  ['KRW', '12000', 12000],
  ['KWD', '1.25', 1250],
  ['BHD', '0.0005', null],
])('uses the fraction digits of %s: %j for %j', (currency, text, minor) => {
  expect(parseAmount(text, currency)).toBe(minor);
  if (minor !== null) expect(parseAmount(amountToEnter(minor, currency), currency)).toBe(minor);
});

it.each([
  ['', 'Input is required.'],
  ['much', 'Must only include numbers'],
  ['€5', 'Must only include numbers'],
  ['-1', 'Must only include numbers'],
  ['1.234', 'Please enter a valid amount.'],
  ['1,234.50', 'Enter the amount without thousands separators, such as 1250.00.'],
  ['1 234', 'Enter the amount without thousands separators, such as 1250.00.'],
  ['9999999', 'Please enter a valid amount.'],
  ['12.50', undefined],
])('explains the error of %j: %j', (text, message) => {
  expect(v.safeParse(amount(), text).issues?.[0].message).toBe(message);
});

it.each(cases as [string, string, string, number | 'grouped' | null][])(
  'reads amounts in forms as in CSV files: %s with decimal %j: %j',
  (currency, point, text, expected) => {
    const locale = point === ',' ? 'de-DE' : 'en-US';
    openSite({ locale, languages: [locale] });
    const isGrouped = expected === 'grouped';
    expect(parseAmount(text, currency)).toBe(isGrouped ? null : expected);
    const message = amountError(text, currency);
    expect(message?.startsWith('Enter the amount without thousands separators') ?? false).toBe(isGrouped);
    openSite();
  },
);

it('rejects a fraction in a currency without one', () => {
  expect(v.safeParse(amount('JPY'), '28.24').issues?.[0].message).toBe('Please enter a valid amount.');
});
