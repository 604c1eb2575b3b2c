import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { LocationEntry } from '@/features/catalog/api/admin-locations';
import { emptyLocation, locationOf, locationSchema, parseRate, typedLocation } from './location-schema';

const day = { name: '', from: '2026-12-25', to: '', closed: true, open: '', close: '' };

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
  openingHours: {
    week: {
      monday: [
        { open: '07:00', close: '12:00' },
        { open: '13:00', close: '24:00' },
      ],
      tuesday: [{ open: '07:00', close: '12:00' }],
      wednesday: [],
      thursday: [],
      friday: [{ open: '22:00', close: '02:00' }],
      saturday: [],
      sunday: [],
    },
    special: [
      { name: 'Christmas', from: '2026-12-25', to: '2026-12-26', hours: [] },
      { name: '', from: '2026-12-31', to: '2026-12-31', hours: [{ open: '08:00', close: '14:00' }] },
    ],
  },
  taxes: { wash: 82_500, club: 0, merchandise: 86_000 },
};

it('round-trips a location', () => {
  const typed = typedLocation({ location });
  expect(typed).toMatchObject({
    latitude: '33.5098',
    washTax: '8.25',
    clubTax: 'No tax',
    merchandiseTax: '8.6',
  });
  expect(JSON.parse(JSON.stringify(typed.hours).replaceAll('\u202f', ' '))).toEqual([
    { days: [0, 1], open: '7:00 AM', close: '12:00 PM' },
    { days: [0], open: '1:00 PM', close: '12:00 AM' },
    { days: [4], open: '10:00 PM', close: '2:00 AM' },
  ]);
  expect(v.safeParse(locationSchema(), typed).success).toBe(true);
  expect(locationOf(typed)).toEqual(location);
  const withCommas = { ...typed, latitude: '33,5098', longitude: '-112,0358' };
  expect(v.safeParse(locationSchema(), withCommas).success).toBe(true);
  expect(locationOf(withCommas)).toEqual(location);
});

it.each([
  ['8.25', 82_500],
  ['8,25', 82_500],
  ['', null],
  ['0', 0],
  [' no tax ', 0],
  ['100', 1_000_000],
  ['100.1', null],
  ['-1', null],
  ['8 %', null],
])('parses %o as a rate', (text, rate) => {
  expect(parseRate(text)).toBe(rate);
});

it.each([
  [{ arrivalNote: 'x'.repeat(121) }, 'arrivalNote'],
  [{ latitude: '91' }, 'latitude'],
  [{ longitude: 'west' }, 'longitude'],
  [{ washTax: '101' }, 'washTax'],
  [{ washTax: '' }, 'washTax'],
  [{ hours: [{ days: [5], open: '7:0', close: '21:00' }] }, 'hours.0.open'],
  [{ hours: [{ days: [5], open: '24:00', close: '21:00' }] }, 'hours.0.open'],
  [{ hours: [{ days: [], open: '7am', close: '9pm' }] }, 'hours.0.days'],
  [{ hours: [{ days: [5], open: '7am', close: '07:00' }] }, 'hours.0.close'],
  [{ hours: [0, 1].map((day) => ({ days: [0, day], open: '7am', close: '9pm' })) }, 'hours.1.open'],
  [{ special: [{ ...day, from: '' }] }, 'special.0.from'],
  [{ special: [{ ...day, to: '2026-12-24' }] }, 'special.0.to'],
  [{ special: [{ ...day, closed: false, open: 'late', close: '20:00' }] }, 'special.0.open'],
  [{ special: [{ ...day, to: '2026-12-31' }, day, { ...day, from: '2027-01-01' }] }, 'special.1.from'],
  [{ special: [{ ...day, name: 'x'.repeat(81) }] }, 'special.0.name'],
])('rejects invalid fields: %o', (fields, wrong) => {
  const typed = { ...typedLocation({ location }), ...fields };
  const { issues } = v.safeParse(locationSchema(), typed);
  expect([...new Set(issues?.map((issue) => v.getDotPath(issue)))]).toEqual([wrong]);
});

it('proposes shared hours without holidays', () => {
  const record = (openingHours: NonNullable<LocationEntry['openingHours']> | null) => ({
    locationId: 1,
    version: 1,
    archived: false,
    location: { ...location, openingHours },
  });
  const { openingHours = null } = location;
  const one = record(openingHours);
  expect(emptyLocation([one, one])).toMatchObject({ hours: typedLocation(one).hours, special: [] });
  expect(emptyLocation([one, record(null)]).hours).toEqual([]);
  expect(emptyLocation([record(null)]).hours).toEqual([]);
});

it('proposes shared rates and no position', () => {
  const record = (taxes: NonNullable<LocationEntry['taxes']>) => ({
    locationId: 1,
    version: 1,
    archived: false,
    location: { ...location, taxes },
  });
  expect(emptyLocation([record({ wash: 82_500 }), record({ wash: 82_500, club: 0 })])).toMatchObject({
    latitude: '',
    longitude: '',
    washTax: '8.25',
    clubTax: 'No tax',
  });
  expect(emptyLocation([record({ wash: 82_500 }), record({ wash: 80_000 })]).washTax).toBe('');
  expect(emptyLocation([]).washTax).toBe('');
});

it('keeps hours that are only known as text until there are hours by day', () => {
  const hours = [{ days: 'Bank holidays', open: '07:00', close: '20:00' }];
  const before = { ...location, openingHours: null, hours };
  const typed = typedLocation({ location: before });
  expect(locationOf(typed, before).hours).toEqual(hours);
  const entered = { ...typed, hours: [{ days: [0], open: '7', close: '20' }] };
  const sent = locationOf(entered, before);
  expect([sent.hours, sent.openingHours?.week.monday]).toEqual([
    undefined,
    [{ open: '07:00', close: '20:00' }],
  ]);
});
