import { expect, it } from 'vitest';
import { replacements } from './json-patch';

it('names what changed and nothing else', () => {
  const before = { name: 'Ada', optIn: false, zip: '85004' };
  expect(replacements(before, { ...before })).toEqual([]);
  expect(replacements(before, { ...before, name: 'Bea', optIn: true })).toEqual([
    { op: 'replace', path: '/name', value: 'Bea' },
    { op: 'replace', path: '/optIn', value: true },
  ]);
});

it('escapes what a path may not hold', () => {
  expect(replacements({ 'a/b~c': 1 }, { 'a/b~c': 2 })[0]?.path).toBe('/a~1b~0c');
});
