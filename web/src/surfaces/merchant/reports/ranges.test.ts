import { expect, it } from 'vitest';
import { daysOf } from './ranges';

const none = { from: '', to: '' };

it.each([
  ['today', '2026-11-20'],
  ['7d', '2026-11-14'],
  ['30d', '2026-10-22'],
  ['month', '2026-11-01'],
  ['quarter', '2026-10-01'],
  ['year', '2026-01-01'],
] as const)('starts %s on its first day', (range, from) => {
  expect(daysOf(range, '2026-11-20', none)).toEqual({ from, to: '2026-11-20' });
});

it('crosses leap days and years', () => {
  expect(daysOf('7d', '2028-03-02', none).from).toBe('2028-02-25');
  expect(daysOf('30d', '2027-01-10', none).from).toBe('2026-12-12');
  expect(daysOf('quarter', '2026-02-28', none).from).toBe('2026-01-01');
});

it('accepts a valid custom range', () => {
  const own = (from: string, to: string) => daysOf('own', '2026-11-20', { from, to });
  expect(own('2026-05-01', '2026-05-31')).toEqual({ from: '2026-05-01', to: '2026-05-31' });
  expect(own('2026-05-01', '')).toEqual({ from: '2026-05-01', to: '2026-11-20' });
  expect(own('2026-06-01', '2026-05-31')).toEqual({ from: '2026-05-31', to: '2026-05-31' });
  expect(own('', '')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
});
