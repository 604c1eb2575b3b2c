import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { csvName, rowsOf } from './csv';

it.each([
  ['', 0],
  ['head\n', 0],
  ['head\r\none\r\n', 1],
  ['head\none\ntwo', 2],
  ['head\n"of two\nlines ""so""",x\ntwo\n', 2],
])('counts the rows of %j', (csv, rows) => {
  expect(rowsOf(csv)).toBe(rows);
});

it('names a file after the day at the site', () => {
  const evening = Date.parse('2026-11-25T01:30:00Z');
  openSite({ timeZone: 'America/Phoenix' });
  expect(csvName('orders', evening)).toBe('sparkle-orders-2026-11-24.csv');
  openSite({ timeZone: 'Europe/London' });
  expect(csvName('orders', evening)).toBe('sparkle-orders-2026-11-25.csv');
});
