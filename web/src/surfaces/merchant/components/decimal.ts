import { pageLocale } from '@/shared/i18n/locale';
/** Entered decimal number below 1,000; null if invalid. Accepts a decimal comma or point. */
export function parseDecimal(text: string, fractionDigits = 12): number | null {
  const entered = text.trim().replace(',', '.');
  const match = /^-?\d{1,3}(?:\.(\d+))?$/.exec(entered);
  if (!match || (match[1] ?? '').length > fractionDigits) return null;
  return Number(entered);
}

/** Whether a text is a decimal number from `least` to `most`. */
export function isDecimalWithin(text: string, least: number, most: number): boolean {
  const number = parseDecimal(text);
  return number !== null && number >= least && number <= most;
}

/** A number as the page's language writes it in a field, with up to `digits` decimals. */
export function decimalToEnter(value: number, digits: number): string {
  const format = new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: digits, useGrouping: false });
  return format.format(value);
}
