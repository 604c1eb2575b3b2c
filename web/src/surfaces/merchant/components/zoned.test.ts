import { expect, it } from 'vitest';
import { dayIn, fromLocal, toLocal } from './zoned';

it.each([
  ['America/Phoenix', '2026-11-20T18:30', '2026-11-21T01:30:00.000Z'],
  ['America/Montreal', '2026-07-01T00:00', '2026-07-01T04:00:00.000Z'],
  ['America/Montreal', '2026-12-01T00:00', '2026-12-01T05:00:00.000Z'],
  // One hour before and after each daylight saving change.
  ['America/Montreal', '2026-03-08T01:30', '2026-03-08T06:30:00.000Z'],
  ['America/Montreal', '2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
  ['Europe/London', '2026-10-25T03:00', '2026-10-25T03:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00.000Z'],
])('converts local time in %s at %s and back', (zone, local, instant) => {
  expect(fromLocal(local, zone)).toBe(instant);
  expect(toLocal(instant, zone)).toBe(local);
});

it('returns the day in a time zone', () => {
  const now = Date.parse('2026-11-23T03:00:00Z');
  expect(dayIn('America/Phoenix', 0, now)).toBe('2026-11-22');
  expect(dayIn('UTC', 30, now)).toBe('2026-12-23');
});
