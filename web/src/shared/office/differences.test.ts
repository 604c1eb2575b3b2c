import { expect, it } from 'vitest';
import { differences } from './differences';

it('lists differences by field', () => {
  const before = { name: 'Five off', award: { amount: 500, type: 'Item' }, days: [1, 2], gone: true };
  const after = { name: 'Five off', award: { amount: 700, type: 'Item' }, days: [1], come: 0 };
  expect(differences(before, after)).toEqual([
    { path: 'award.amount', before: '500', after: '700' },
    { path: 'come', before: null, after: '0' },
    { path: 'days', before: '[\n 1,\n 2\n]', after: '[\n 1\n]' },
    { path: 'gone', before: 'true', after: null },
  ]);
});

it('handles added, removed and non-object values', () => {
  expect(differences(null, { role: 'manager' })).toEqual([{ path: 'role', before: null, after: 'manager' }]);
  expect(differences({ role: 'manager' }, null)).toEqual([{ path: 'role', before: 'manager', after: null }]);
  expect(differences(null, '/uploads/a.png')).toEqual([{ path: '', before: null, after: '/uploads/a.png' }]);
  expect(differences(null, null)).toEqual([]);
});

it('shows nothing for an object without fields', () => {
  expect(differences(null, {})).toEqual([]);
  expect(differences({}, { role: 'manager' })).toEqual([{ path: 'role', before: null, after: 'manager' }]);
});
