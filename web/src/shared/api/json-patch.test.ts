import { expect, it } from 'vitest';
import { patch, pointer, replacements } from './json-patch';

it('contains only changes', () => {
  const before = { name: 'Ada', optIn: false, zip: '85004' };
  expect(replacements(before, { ...before })).toEqual([]);
  expect(replacements(before, { ...before, name: 'Bea', optIn: true })).toEqual([
    { op: 'replace', path: '/name', value: 'Bea' },
    { op: 'replace', path: '/optIn', value: true },
  ]);
});

it('escapes special characters in paths', () => {
  expect(replacements({ 'a/b~c': 1 }, { 'a/b~c': 2 })[0]?.path).toBe('/a~1b~0c');
});

it('supports every operation', () => {
  expect([
    patch.move(pointer('homeCards', 2), pointer('homeCards', 0)),
    patch.copy(pointer('themes', 'light'), pointer('themes', 'dark')),
    patch.add(pointer('homeCards', '-'), { text: 'New Card' }),
    patch.test(pointer('revision'), 4),
    patch.remove(pointer('logo')),
  ]).toEqual([
    { op: 'move', from: '/homeCards/2', path: '/homeCards/0' },
    { op: 'copy', from: '/themes/light', path: '/themes/dark' },
    { op: 'add', path: '/homeCards/-', value: { text: 'New Card' } },
    { op: 'test', path: '/revision', value: 4 },
    { op: 'remove', path: '/logo' },
  ]);
});
