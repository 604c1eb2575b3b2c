import { expect, it } from 'vitest';
import { parseAmount, typedAmount } from './amount';

it.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12,50', 1250],
  [' 0.07 ', 7],
  ['', null],
  ['-1', null],
  ['1.234', null],
  ['1,234.50', null],
  ['$5', null],
  ['5.', null],
  ['9999999', null],
])('takes %j for %j', (text, minor) => {
  expect(parseAmount(text)).toBe(minor);
});

it('types what it reads', () => {
  for (const minor of [0, 7, 1250, 100_000]) expect(parseAmount(typedAmount(minor))).toBe(minor);
});
