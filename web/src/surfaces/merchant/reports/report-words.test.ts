import { expect, it } from 'vitest';
import { changeOf, rowName, written } from './report-words';

it('formats money, counts and shares', () => {
  expect(written(123_456, 'money', 'USD')).toBe('$1,234.56');
  expect(written(12_345, 'count', 'USD')).toBe('12,345');
  expect(written(456, 'share', 'USD')).toBe('4.6%');
});

it('names each row', () => {
  const row = (key: string, label: string | null = null) => ({ key, label, values: [] });
  expect(rowName(row('2026-11-20'), 'day')).toBe('Nov 20, 2026');
  expect(rowName(row('2026-11-01'), 'month')).toBe('Nov 2026');
  expect(rowName(row('15'), 'hour')).toBe('3 PM');
  expect(rowName(row('7', 'Glow'), 'product')).toBe('Glow');
  expect(rowName(row('kiosk_cash'), 'tender')).toBe('Kiosk cash');
  expect(rowName(row('service_problem'), 'reason')).toBe('Service problem');
  expect(rowName(row('other'), 'reason')).toBe('Other');
  expect(rowName(row(''), 'reason')).toBe('No reason');
  expect(rowName(row(''), 'offer')).toBe('Other');
});

it('shows the change from a nonzero value', () => {
  expect(changeOf(150, 100)).toBe('+50%');
  expect(changeOf(98, 100)).toBe('-2%');
  expect(changeOf(100, 100)).toBe('0%');
  expect(changeOf(5, 0)).toBeNull();
  expect(changeOf(5, null)).toBeNull();
});
