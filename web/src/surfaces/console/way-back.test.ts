import { expect, it } from 'vitest';
import { wayBack } from './way-back';

it.each([
  ['/audit?actor=cli', '/audit?actor=cli'],
  ['', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('returns to %j by %j', (to, expected) => {
  expect(wayBack(new URLSearchParams({ to }))).toBe(expected);
});
