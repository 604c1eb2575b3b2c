import { expect, it } from 'vitest';
import { fieldName, fieldValue } from './field-names';

it.each([
  ['owner_email', 'Owner email'],
  ['ownerEmail', 'Owner email'],
  ['award.amount', 'Discount › Amount'],
  ['firstMigration', 'First migration'],
  ['terminal_id', 'Terminal ID'],
])('names the field %j “%s”', (path, name) => {
  expect(fieldName(path, { award: () => 'Discount' })).toBe(name);
});

it('formats instants, sizes and switches', () => {
  expect(fieldValue('until', '2026-11-20T12:00:00Z')).not.toContain('T');
  expect(fieldValue('bytes', '1250000')).toBe('1.3 MB');
  expect(fieldValue('production', 'true')).toBe('Yes');
  expect(fieldValue('move', 'false')).toBe('No');
  expect(fieldValue('subdomain', 'sparkle')).toBe('sparkle');
});
