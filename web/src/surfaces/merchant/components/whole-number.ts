import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { pageLocale } from '@/shared/i18n/locale';

/** Limits of a number in the API description. */
export type NumberLimit = { minimum?: number; maximum?: number };

export function isWithin(number: number, { minimum = -Infinity, maximum = Infinity }: NumberLimit): boolean {
  return number >= minimum && number <= maximum;
}

/** Whether a text is a whole number within `limit`. */
export function isWhole(text: string, limit: NumberLimit): boolean {
  return /^\d{1,9}$/.test(text.trim()) && isWithin(Number(text), limit);
}

/** Validation message for a whole number. */
export function numberWithin({ minimum = 0, maximum }: NumberLimit): string {
  const { format } = new Intl.NumberFormat(pageLocale());
  return maximum === undefined
    ? i18n._('Enter a number of {minimum} or more.', { minimum: format(minimum) })
    : i18n._('Enter a number from {minimum} to {maximum}.', {
        minimum: format(minimum),
        maximum: format(maximum),
      });
}

/** Number of characters that a number within `limit` can have. */
export function longestNumber({ maximum = 999_999_999 }: NumberLimit): number {
  return String(maximum).length;
}

/** Schema of an entered whole number. */
export const whole = (limit: NumberLimit) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => isWhole(text, limit), numberWithin(limit)),
  );

/** Same, or blank. */
export const wholeOrNone = (limit: NumberLimit) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || isWhole(text, limit), numberWithin(limit)),
  );
