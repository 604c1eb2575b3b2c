import * as v from 'valibot';
import { expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { isComplete } from './vehicle';
import { plate, vehicleSchema } from './vehicle-form';

const volvo = { make: 'Volvo', model: '240', year: '1988', license: 'AB123C', color: 'Blue', state: 'AZ' };

function refused(change: Partial<typeof volvo>): Record<string, string> {
  const { issues = [] } = v.safeParse(vehicleSchema(), { ...volvo, ...change }, { abortPipeEarly: true });
  return Object.fromEntries(issues.map((issue) => [String(issue.path?.[0]?.key), issue.message]));
}

it('cleans a license plate while typing', () => {
  expect(plate('ab-12 3c')).toBe('AB123C');
  // A cut plate would be another car's.
  expect(plate('<abc>defghijkl')).toBe('ABCDEFGHIJKL');
  expect(plate('ab\u200b12')).toBe('AB12');
  expect(plate('--')).toBe('');
});

it('requires every field', () => {
  const empty = { make: '', model: ' ', year: '', license: '', color: '', state: '' };
  expect(Object.keys(refused(empty)).sort()).toEqual(Object.keys(volvo).sort());
  expect(new Set(Object.values(refused(empty)))).toEqual(new Set(['Input is required.']));
});

it('enforces the limits', () => {
  const [fits, long] = ['x'.repeat(20), 'x'.repeat(21)];
  expect(refused({ make: fits, model: fits, color: fits, license: 'ABCDEFGHIJ' })).toEqual({});
  expect(Object.keys(refused({ make: long, model: long, color: long }))).toHaveLength(3);
  expect(refused({ license: 'ABCDEFGHIJK' })).toHaveProperty('license');
  for (const year of ['88', '19888', '19a8']) expect(refused({ year })).toEqual({ year: 'Enter 4 digits.' });
});

it('requires no state in countries without states', () => {
  openSite({ country: 'GB' });
  expect(refused({ state: '' })).toEqual({});
  expect(isComplete({ ...volvo, state: '' })).toBe(true);
});

it('is complete when nothing is missing', () => {
  expect(isComplete(volvo)).toBe(true);
  expect(isComplete({ ...volvo, color: '' })).toBe(false);
});
