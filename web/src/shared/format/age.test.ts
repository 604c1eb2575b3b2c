import { expect, it } from 'vitest';
import { formatAge } from './age';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [-10 * minute, 'now'],
  [4999, 'now'],
  [5 * second, '5 seconds ago'],
  [59 * second, '59 seconds ago'],
  [minute, '1 minute ago'],
  [59 * minute, '59 minutes ago'],
  [hour, '1 hour ago'],
  [23 * hour, '23 hours ago'],
  [day, '1 day ago'],
  [29 * day, '29 days ago'],
  [30 * day, '1 month ago'],
  [364 * day, '12 months ago'],
  [365 * day, '1 year ago'],
  [548 * day, '1.5 years ago'],
])('formats %d ms as %s', (age, said) => {
  expect(formatAge(age)).toBe(said);
});
