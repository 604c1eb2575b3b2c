import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { LocationEntry } from '@/features/catalog/api/admin-locations';
import { emptyLocation, locationOf, locationSchema, parseRate, typedLocation } from './location-schema';

const location: LocationEntry = {
  name: 'Camelback',
  address1: '2140 E Camelback Rd',
  address2: '',
  city: 'Phoenix',
  state: 'AZ',
  zip: '85016',
  phone: '6025550100',
  arrivalNote: 'Enter from Oak Street',
  latitude: 33.5098,
  longitude: -112.0358,
  hours: [{ days: 'Mon–Fri', open: '07:00', close: '24:00' }],
  taxes: { wash: 82_500, club: 0, merchandise: 86_000 },
};

it('types a location as it is, and reads it back', () => {
  const typed = typedLocation({ location });
  expect(typed).toMatchObject({ latitude: '33.5098', washTax: '8.25', clubTax: '0', merchandiseTax: '8.6' });
  expect(v.safeParse(locationSchema(), typed).success).toBe(true);
  expect(locationOf(typed)).toEqual(location);
});

it.each([
  ['8.25', 82_500],
  ['8,25', 82_500],
  ['', 0],
  ['100', 1_000_000],
  ['100.1', null],
  ['-1', null],
  ['8 %', null],
])('reads %o as a rate', (text, rate) => {
  expect(parseRate(text)).toBe(rate);
});

it.each([
  [{ arrivalNote: 'x'.repeat(121) }, 'arrivalNote'],
  [{ latitude: '91' }, 'latitude'],
  [{ longitude: 'west' }, 'longitude'],
  [{ washTax: '101' }, 'washTax'],
  [{ hours: [{ days: 'Sat', open: '7:00', close: '21:00' }] }, 'hours.0.open'],
  [{ hours: [{ days: '', open: '07:00', close: '21:00' }] }, 'hours.0.days'],
])('asks for what is wrong: %o', (fields, wrong) => {
  const typed = { ...typedLocation({ location }), ...fields };
  const { issues } = v.safeParse(locationSchema(), typed);
  expect([...new Set(issues?.map((issue) => v.getDotPath(issue)))]).toEqual([wrong]);
});

it('begins near the others', () => {
  expect(emptyLocation({ latitude: 1.5, longitude: -2 })).toMatchObject({ latitude: '1.5', longitude: '-2' });
  expect(emptyLocation(undefined)).toMatchObject({ latitude: '', longitude: '' });
});
