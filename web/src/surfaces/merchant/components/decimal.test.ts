import { expect, it } from 'vitest';
import { isDecimalWithin, parseDecimal } from './decimal';

it.each([
  ['33.4484', 33.4484],
  [' 33,4484 ', 33.4484],
  ['-112', -112],
  ['0', 0],
  ['', null],
  ['1000', null],
  ['1.2.3', null],
  ['1,234.5', null],
  ['.5', null],
  ['1e3', null],
  ['north', null],
])('reads %j as %j', (text, number) => {
  expect(parseDecimal(text)).toBe(number);
});

it('limits the digits after the point, and the range', () => {
  expect(parseDecimal('8.2500', 4)).toBe(8.25);
  expect(parseDecimal('8.25001', 4)).toBeNull();
  expect(isDecimalWithin('90', -90, 90)).toBe(true);
  expect(isDecimalWithin('90,1', -90, 90)).toBe(false);
  expect(isDecimalWithin('', -90, 90)).toBe(false);
});
