import { expect, it } from 'vitest';
import { groupCode, isCode, luhn } from './codes';

it('groups twelve digits by four', () => {
  expect(groupCode('104822597316')).toBe('1048 2259 7316');
});

it('detects a wrong digit and swapped digits', () => {
  expect(luhn('4242424242424242')).toBe(true);
  expect(luhn('4242424242424241')).toBe(false);
  expect(luhn('')).toBe(false);
  expect(isCode('104822597316')).toBe(true);
  expect(isCode('104822597317')).toBe(false);
  expect(isCode('140822597316')).toBe(false);
  expect(isCode('4242424242424242')).toBe(false);
});
