import { expect, it } from 'vitest';
import { rowsOf } from './csv';

it.each([
  ['', 0],
  ['head\n', 0],
  ['head\r\none\r\n', 1],
  ['head\none\ntwo', 2],
  ['head\n"of two\nlines ""so""",x\ntwo\n', 2],
])('counts the rows of %j', (csv, rows) => {
  expect(rowsOf(csv)).toBe(rows);
});
