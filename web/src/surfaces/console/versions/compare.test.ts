import { expect, it } from 'vitest';
import { compareVersions, isNewer } from './compare';

it.each([
  ['1.10.0', '1.9.9', 1],
  ['1.10.0', '2.0.0', -1],
  ['1.5.1', '1.5.1', 0],
  ['1.5', '1.5.0', -1],
  ['1.5.1.2', '1.5.1', 1],
])('compares %s with %s number by number', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
  expect(Math.sign(compareVersions(b, a))).toBe(-sign || 0);
});

it('updates only to newer versions', () => {
  expect(isNewer('1.5.2', '1.5.1')).toBe(true);
  expect(isNewer('1.5.1', '1.5.1')).toBe(false);
  expect(isNewer('1.5.0', '1.5.1')).toBe(false);
  expect(isNewer('1.5.0', null)).toBe(true);
  expect(isNewer(null, '1.0.0')).toBe(false);
});
