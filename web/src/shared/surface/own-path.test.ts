import { expect, it } from 'vitest';
import { ownPath } from './own-path';

it.each(['/', '/shop/washes?location=2#top', '/audit?actor=cli', '/a//b'])('accepts %j', (to) => {
  expect(ownPath(to)).toBe(to);
});

it.each([
  null,
  '',
  'shop',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/x\u0000',
  'https://evil.example',
  'javascript:alert(1)',
])('rejects %j', (to) => {
  expect(ownPath(to)).toBeNull();
});
