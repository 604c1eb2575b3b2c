import { pageLocale } from '../i18n/locale';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Duration in words, in the largest unit that divides it: `90` is 90 seconds, `7200` is 2 hours. */
export function duration(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1];
  const format = new Intl.NumberFormat(pageLocale(), { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(seconds / length);
}
