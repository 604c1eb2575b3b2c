import { expect, it } from 'vitest';
import { openSite } from '../testing/site';
import { dateTime, longDate, timeOfDay } from './dates';

it('shows a local date regardless of time zone', () => {
  for (const timeZone of ['America/Phoenix', 'Pacific/Auckland']) {
    openSite({ timeZone, locale: 'en-US' });
    expect(longDate('2027-11-20')).toBe('Nov 20, 2027');
  }
});

it.each([
  ['en-US', '11/20/2027 - 08:05 PM'],
  ['en-GB', '20/11/2027 - 08:05 pm'],
  ['fr-CA', '2027-11-20 - 20 h 05'],
  ['de-DE', '20.11.2027 - 20:05'],
])('formats date and time for %s', (locale, shown) => {
  openSite({ locale, timeZone: 'UTC' });
  expect(dateTime('2027-11-20T20:05:00Z').replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(shown);
});

it.each([
  ['en-US', '07:00', '7:00 AM'],
  ['en-GB', '21:30', '21:30'],
  ['fr-CA', '07:00', '7 h 00'],
  ['fr-CA', '21:30', '21 h 30'],
  ['en-US', 'Dusk', 'Dusk'],
])('formats a time of day for %s (%s)', (locale, time, shown) => {
  openSite({ locale });
  expect(timeOfDay(time).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(shown);
});
