import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { parseRate, taxesOf, typedRate, typedTaxes } from './rates';

it.each([
  ['8.6', 86_000],
  ['8,25 %', 82_500],
  ['', 0],
  ['100', 1_000_000],
  ['14.9750', 149_750],
  ['100.1', null],
  ['-1', null],
  ['eight', null],
])('parses %j percent as %j', (text, rate) => {
  expect(parseRate(text)).toBe(rate);
});

it('formats a rate as it was parsed', () => {
  expect(typedRate(86_000)).toBe('8.6');
  expect(typedRate(undefined)).toBe('');
});

it('shows rates with the decimal separator of the language', () => {
  openSite({ locale: 'de-DE', languages: ['de-DE'] });
  expect(typedRate(82_500)).toBe('8,25');
  openSite();
});

it('keeps unchanged rates', () => {
  const taxes = {
    locations: [{ locationId: 1, rates: { wash: 86_000, merchandise: 90_000 } }],
    shipTo: { CA: 72_500, OR: 0 },
  };
  expect(taxesOf(typedTaxes(taxes))).toEqual(taxes);
});
