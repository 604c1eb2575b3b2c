import { i18n } from '@lingui/core';
import { dateTime } from '../format/dates';
import { pageLocale } from '../i18n/locale';

/** Names of fields by their name in code. */
export type FieldNames = Record<string, () => string>;

/** Words of a name in code: `signupPrice` and `signup_price` are “Signup price”. */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\bids?\b/g, (id) => id.replace('id', 'ID'));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Name of a field of an audit log event, such as “Discount › Amount” for `award.amount`. */
export function fieldName(path: string, names: FieldNames): string {
  const parts = path.split('.').map((part) => names[camelCase(part)]?.() ?? wordsOf(part));
  return parts.join(' › ');
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** Value of a field of an audit log event, as people read it. */
export function fieldValue(path: string, value: string): string {
  if (value === 'true') return i18n._('Yes');
  if (value === 'false') return i18n._('No');
  if (instant.test(value)) return dateTime(value);
  if (path === 'bytes' && /^\d+$/.test(value)) {
    const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat(pageLocale(), format).format(Number(value) / 1_000_000);
  }
  return value;
}
