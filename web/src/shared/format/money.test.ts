import { expect, it } from 'vitest';
import { openSite } from '../testing/site';
import cases from './cases/money.json';
import { money } from './money';

it('always shows two fraction digits in carts and receipts', () => {
  expect(money(1299)).toBe('$12.99');
  expect(money(1200)).toBe('$12.00');
  expect(money(0)).toBe('$0.00');
});

it('trims .00 on cards only', () => {
  expect(money(1200, { trim: true })).toBe('$12');
  expect(money(1250, { trim: true })).toBe('$12.50');
});

it("uses the site's currency and language", () => {
  openSite({ currency: 'GBP', locale: 'en-GB' });
  expect(money(3500)).toBe('£35.00');
  openSite({ currency: 'CAD', locale: 'fr-CA' });
  expect(money(1900).replaceAll('\u00a0', ' ')).toBe('19,00 $');
});

it("shows the currency's own fraction digits", () => {
  openSite({ currency: 'JPY', locale: 'en-US' });
  expect(money(2824)).toBe('¥2,824');
  expect(money(2824, { trim: true })).toBe('¥2,824');
  openSite({ currency: 'KRW', locale: 'en-US' });
  expect(money(12000)).toBe('₩12,000');
  openSite({ currency: 'KWD', locale: 'en-US' });
  expect(money(1250).replaceAll('\u00a0', ' ')).toBe('KWD 1.250');
  expect(money(1299, { currency: 'USD' })).toBe('$12.99');
});

it("shows fractions that cash doesn't have", () => {
  // Intl has no fraction digits for this one.
  expect(money(1250, { currency: 'IQD' }).replaceAll('\u00a0', ' ')).toBe('IQD 1.250');
});

it('writes amounts as the emails do', () => {
  for (const [locale, currency, minor, text] of cases as [string, string, number, string][]) {
    openSite({ currency, locale });
    expect(money(minor), `${locale} ${currency} ${minor}`).toBe(text);
  }
});
