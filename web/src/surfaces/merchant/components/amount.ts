import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { ProductEntry } from '@/shared/api/limits.gen';
import { fractionDigits, minorUnits } from '@/shared/format/fraction-digits';
import { siteCurrency } from '@/shared/format/money';
import { pageLocale } from '@/shared/i18n/locale';
import { isWithin, type NumberLimit } from './whole-number';

/** Maximum amount, in minor units. */
const most = ProductEntry.price.maximum;

/** Ways to write a currency next to an amount, such as `$`, `US$` and `USD`. */
function currencySigns(currency: string): string[] {
  const signs = (['narrowSymbol', 'symbol', 'code'] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat(pageLocale(), { style: 'currency', currency, currencyDisplay });
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
  });
  return signs.filter(Boolean).sort((one, other) => other.length - one.length);
}

/** Entered text without the sign of the currency before or after the number. */
function withoutSign(text: string, currency: string): string {
  const entered = text.trim();
  // Most amounts have none.
  if (/^[\d.,]*$/.test(entered)) return entered;
  for (const sign of currencySigns(currency)) {
    const upper = entered.toUpperCase();
    if (upper.startsWith(sign.toUpperCase())) return entered.slice(sign.length).trim();
    if (upper.endsWith(sign.toUpperCase())) return entered.slice(0, -sign.length).trim();
  }
  return entered;
}

/** Decimal separator of the page's language. */
const decimalSeparator = () =>
  new Intl.NumberFormat(pageLocale()).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/**
 * Whether a number has thousands separators, or may have: `1,250` is 1250 in some countries and one and a
 * quarter in others. CSV files follow the same rule on the server (`cells.rs`; both read
 * `cases/entered-amounts.json`).
 */
function mayBeGrouped(number: string): boolean {
  const parts = number.split(/[^\d]/);
  if (!/^\d[\d., '’\u00a0\u202f]*$/.test(number) || parts.length < 2) return false;
  const [whole = '', fraction = ''] = parts;
  if (parts.length > 2) return true;
  const isGroup = fraction.length === 3 && whole.length <= 3 && !whole.startsWith('0');
  return isGroup && !number.includes(decimalSeparator());
}

/**
 * Entered amount in minor units of `currency`, by default the site's; null if invalid. Accepts a decimal
 * comma or point, and the currency's sign, but no thousands separators.
 */
export function parseAmount(text: string, currency = siteCurrency()): number | null {
  const digits = fractionDigits(currency);
  const number = withoutSign(text, currency);
  if (mayBeGrouped(number)) return null;
  const parts = /^(\d{1,9})(?:[.,](\d+))?$/.exec(number);
  const fraction = parts?.[2] ?? '';
  if (!parts || fraction.length > digits) return null;
  const minor = Number(parts[1]) * minorUnits(currency) + Number(fraction.padEnd(digits, '0'));
  return minor <= most ? minor : null;
}

/** Minor units as a decimal number in the page's language, to edit or to name in a text. */
export function amountToEnter(minor: number, currency = siteCurrency()): string {
  const digits = fractionDigits(currency);
  const format = new Intl.NumberFormat(pageLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  return format.format(minor / minorUnits(currency));
}

/** Validation message for an entered text, if it isn't an amount. */
export function amountError(text: string, currency = siteCurrency()): string | undefined {
  const entered = withoutSign(text, currency);
  if (entered === '') return i18n._('Input is required.');
  if (mayBeGrouped(entered)) {
    return i18n._('Enter the amount without thousands separators, such as {amount}.', {
      amount: amountToEnter(1250 * minorUnits(currency), currency),
    });
  }
  if (!/^[\d.,]+$/.test(entered)) return i18n._('Must only include numbers');
  return parseAmount(entered, currency) === null ? i18n._('Please enter a valid amount.') : undefined;
}

/** Whether a text is an amount within `limit`, in minor units. */
export function isAmount(text: string, limit: NumberLimit): boolean {
  const amount = parseAmount(text);
  return amount !== null && isWithin(amount, limit);
}

/** Validation message for an amount within `limit`. */
export const amountWithin = ({ minimum, maximum }: Required<NumberLimit>): string =>
  i18n._('Enter an amount from {minimum} to {maximum}.', {
    minimum: amountToEnter(minimum),
    maximum: amountToEnter(maximum),
  });

/** Schema of an amount entered in `currency`, by default the site's. */
export const amount = (currency = siteCurrency()) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => parseAmount(text, currency) !== null,
      ({ input }) => amountError(input, currency) ?? '',
    ),
  );
