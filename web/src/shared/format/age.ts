import { i18n } from '@lingui/core';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30 * day;
const year = 365 * day;

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

/** Upper bound of each unit, with its length. */
const steps: [below: number, unit: Unit, lasts: number][] = [
  [minute, 'second', second],
  [hour, 'minute', minute],
  [day, 'hour', hour],
  [month, 'day', day],
  [year, 'month', month],
];

function say(value: number, unit: Unit, numeric: 'always' | 'auto' = 'always'): string {
  return new Intl.RelativeTimeFormat(i18n.locale, { numeric }).format(-value, unit);
}

/** Age as text: 'now', '12 seconds ago', …, '1.5 years ago'. Negative ages, from slow clocks, are 'now'. */
export function formatAge(milliseconds: number): string {
  if (milliseconds < 5 * second) return say(0, 'second', 'auto');
  const step = steps.find(([below]) => milliseconds < below);
  if (!step) return say(Math.floor((milliseconds / year) * 10) / 10, 'year');
  const [, unit, lasts] = step;
  return say(Math.floor(milliseconds / lasts), unit);
}
