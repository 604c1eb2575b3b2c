import { expect, it } from 'vitest';
import { daysUntil } from './days-left';

it('counts days across clock changes and past the due date', () => {
  expect(daysUntil('2026-11-30', '2026-11-23')).toBe(7);
  expect(daysUntil('2027-03-29', '2027-03-27')).toBe(2);
  expect(daysUntil('2026-11-23', '2026-11-23')).toBe(0);
  expect(daysUntil('2026-11-22', '2026-11-23')).toBe(-1);
});
