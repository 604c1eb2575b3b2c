import { i18n } from '@lingui/core';

const day = 86_400_000;

/** Days from today to a date such as `2027-11-20`; negative if it has passed. */
export function daysUntil(until: string, today: string): number {
  return Math.round((Date.parse(until) - Date.parse(today)) / day);
}

/** Time from today to the end of a day, as text. */
export function daysLeft(until: string, today: string): string {
  const days = daysUntil(until, today);
  if (days < 0) return i18n._('{days, plural, one {# day overdue} other {# days overdue}}', { days: -days });
  return i18n._('{days, plural, =0 {due today} one {# day left} other {# days left}}', { days });
}
