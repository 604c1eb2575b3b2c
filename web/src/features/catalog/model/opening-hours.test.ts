import { expect, it } from 'vitest';
import { comingSpecial, dayGroups, isAllDay, type OpeningHours, openState } from './opening-hours';

const times = (...all: [open: string, close: string][]) => all.map(([open, close]) => ({ open, close }));

function hours(week: Partial<OpeningHours['week']>, special: OpeningHours['special'] = []): OpeningHours {
  const closed = {
    monday: [],
    tuesday: [],
    wednesday: [],
    thursday: [],
    friday: [],
    saturday: [],
    sunday: [],
  };
  return { week: { ...closed, ...week }, special };
}

const weekdays = hours({
  monday: times(['07:00', '12:00'], ['13:00', '21:00']),
  tuesday: times(['07:00', '21:00']),
  friday: times(['22:00', '02:00']),
});
const phoenix = 'America/Phoenix';
/** Time in Phoenix, which is 7 hours behind UTC. 2026-11-23 is a Monday. */
const at = (local: string) => Date.parse(`${local}:00-07:00`);

it.each([
  ['2026-11-23T06:59', { open: false, next: { inDays: 0, time: '07:00' }, reason: '' }],
  ['2026-11-23T07:00', { open: true, until: { inDays: 0, time: '12:00' } }],
  ['2026-11-23T12:00', { open: false, next: { inDays: 0, time: '13:00' }, reason: '' }],
  ['2026-11-23T20:59', { open: true, until: { inDays: 0, time: '21:00' } }],
  ['2026-11-24T21:00', { open: false, next: { inDays: 3, time: '22:00' }, reason: '' }],
  ['2026-11-27T23:00', { open: true, until: { inDays: 1, time: '02:00' } }],
  ['2026-11-28T01:59', { open: true, until: { inDays: 0, time: '02:00' } }],
  ['2026-11-28T02:00', { open: false, next: { inDays: 2, weekday: 0, time: '07:00' }, reason: '' }],
])('is open or closed at %s', (local, state) => {
  expect(openState(weekdays, at(local), phoenix)).toMatchObject(state);
});

it("uses the site's time zone, in summer and in winter", () => {
  const sunday = hours({ sunday: times(['02:30', '04:00']) });
  // The clocks of New York skip 02:30 on 2027-03-14.
  const state = (instant: string) => openState(sunday, Date.parse(instant), 'America/New_York').open;
  expect(state('2027-03-07T07:30:00Z')).toBe(true);
  expect(state('2027-03-14T06:59:00Z')).toBe(false);
  expect(state('2027-03-14T07:00:00Z')).toBe(true);
  expect(state('2027-03-14T08:00:00Z')).toBe(false);
});

it('applies holidays and special hours', () => {
  const christmas = { name: 'Christmas', from: '2026-12-25', to: '2026-12-26', hours: [] };
  const inventory = {
    name: 'Inventory',
    from: '2026-12-28',
    to: '2026-12-28',
    hours: times(['15:00', '18:00']),
  };
  const year = hours(
    Object.fromEntries(Object.keys(weekdays.week).map((day) => [day, times(['08:00', '20:00'])])),
    [christmas, inventory],
  );
  expect(openState(year, at('2026-12-25T10:00'), phoenix)).toMatchObject({
    open: false,
    next: { inDays: 2, time: '08:00' },
    reason: 'Christmas',
  });
  expect(openState(year, at('2026-12-28T10:00'), phoenix)).toMatchObject({
    open: false,
    next: { inDays: 0, time: '15:00' },
    reason: '',
  });
  expect(comingSpecial(year, at('2026-11-24T10:00'), phoenix)).toEqual([]);
  expect(comingSpecial(year, at('2026-11-28T10:00'), phoenix)).toEqual([christmas, inventory]);
  expect(comingSpecial(year, at('2026-12-27T10:00'), phoenix)).toEqual([inventory]);
});

it('never closes around the clock, and never opens without hours', () => {
  const always = hours(
    Object.fromEntries(Object.keys(weekdays.week).map((day) => [day, times(['00:00', '24:00'])])),
  );
  expect(openState(always, at('2026-11-23T23:59'), phoenix)).toEqual({ open: true, until: null });
  expect(openState(hours({}), at('2026-11-23T10:00'), phoenix)).toEqual({
    open: false,
    next: null,
    reason: '',
  });
  const saturdays = hours({ saturday: times(['08:00', '24:00']) });
  expect(openState(saturdays, at('2026-11-28T10:00'), phoenix)).toMatchObject({
    open: true,
    until: { inDays: 0, time: '24:00' },
  });
});

it('groups days with the same hours', () => {
  const same = times(['08:00', '20:00']);
  const week = hours({ monday: same, tuesday: same, thursday: same });
  expect(dayGroups(week)).toEqual([
    { first: 0, last: 1, times: same },
    { first: 2, last: 2, times: [] },
    { first: 3, last: 3, times: same },
    { first: 4, last: 6, times: [] },
  ]);
  expect(isAllDay(times(['00:00', '24:00']))).toBe(true);
  expect(isAllDay(same)).toBe(false);
});
