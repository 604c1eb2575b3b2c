import type { Location } from '@/shared/api/types';
import { shownAt } from '@/shared/format/shown-at';

export type OpeningHours = NonNullable<Location['openingHours']>;
export type SpecialHours = Required<NonNullable<OpeningHours['special']>[number]>;
export type OpenTime = OpeningHours['week']['monday'][number];

/** Properties of a week, Monday first. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const hour = 60;
const day = 24 * hour;
const dayLength = day * 60_000;
/** Days for which the next opening is looked up; special hours may close a location for some time. */
const daysAhead = 14;

/** Hours of the weekdays, Monday first. */
export function daysOf({ week }: OpeningHours): OpenTime[][] {
  return weekdays.map((name) => week[name] ?? []);
}

/** Special hours, in order. */
export function specialOf({ special = [] }: OpeningHours): SpecialHours[] {
  return special.map(({ name = '', hours = [], ...days }) => ({ name, hours, ...days }));
}

/** Whether it never opens: nobody has entered hours. */
export function isBlank(hours: OpeningHours): boolean {
  return specialOf(hours).length === 0 && daysOf(hours).every((times) => times.length === 0);
}

/** Consecutive days with the same hours: the first and the last weekday (Monday: 0), and their hours. */
export type DayGroup = { first: number; last: number; times: OpenTime[] };

export function dayGroups(hours: OpeningHours): DayGroup[] {
  const same = (one: OpenTime[], other: OpenTime[]) => JSON.stringify(one) === JSON.stringify(other);
  return daysOf(hours).reduce<DayGroup[]>((groups, times, index) => {
    const before = groups.at(-1);
    if (before && same(before.times, times)) before.last = index;
    else groups.push({ first: index, last: index, times });
    return groups;
  }, []);
}

export function isAllDay(times: readonly OpenTime[]): boolean {
  const [only] = times;
  return times.length === 1 && only?.open === '00:00' && only.close === '24:00';
}

/** Special hours on a day (`2026-12-25`), if there are any. */
function specialOn(hours: OpeningHours, date: string): SpecialHours | undefined {
  return specialOf(hours).find(({ from, to }) => from <= date && date <= to);
}

/** Special hours that apply today or begin within some days, in order. */
export function comingSpecial(hours: OpeningHours, at: number, timeZone: string, days = 30): SpecialHours[] {
  const shown = shownAt(at, timeZone);
  const today = dateOf(shown);
  const end = dateOf(shown + days * dayLength);
  return specialOf(hours).filter(({ from, to }) => today <= to && from <= end);
}

/** Time of opening or closing: days from today, the weekday (Monday: 0), and `07:00`. */
export type Moment = { inDays: number; weekday: number; time: string };

export type OpenState =
  | { open: true /** Null: open around the clock. */; until: Moment | null }
  | {
      open: false;
      /** Null: not within two weeks. */
      next: Moment | null;
      /** Name of the holiday for which it is closed today. */
      reason: string;
    };

/** Whether a location is open at an instant, in the site's time zone, and until or from when. */
export function openState(hours: OpeningHours, at: number, timeZone: string): OpenState {
  const shown = shownAt(at, timeZone);
  const midnight = Math.floor(shown / dayLength) * dayLength;
  const now = Math.floor((shown - midnight) / 60_000);
  const ranges = rangesFrom(hours, midnight);
  const current = ranges.findIndex(([from, to]) => from <= now && now < to);
  if (current >= 0) {
    let end = ranges[current]?.[1] ?? now;
    // What closes at midnight and opens at midnight doesn't close.
    for (const [from, to] of ranges.slice(current + 1)) if (from <= end) end = Math.max(end, to);
    return { open: true, until: end >= daysAhead * day ? null : moment(midnight, end, true) };
  }
  const next = ranges.find(([from]) => from > now);
  const today = specialOn(hours, dateOf(midnight));
  return {
    open: false,
    next: next ? moment(midnight, next[0]) : null,
    reason: today?.hours.length === 0 ? today.name : '',
  };
}

/** When it is open, from yesterday on, in minutes since today's midnight. */
function rangesFrom(hours: OpeningHours, midnight: number): [from: number, to: number][] {
  const week = daysOf(hours);
  return Array.from({ length: daysAhead + 2 }, (_, index) => index - 1).flatMap((inDays) => {
    const date = midnight + inDays * dayLength;
    const times = specialOn(hours, dateOf(date))?.hours ?? week[weekdayOf(date)] ?? [];
    return times.map(({ open, close }): [number, number] => {
      const [from, to] = [minutes(open), minutes(close)];
      return [inDays * day + from, inDays * day + (to > from ? to : to + day)];
    });
  });
}

function weekdayOf(shown: number): number {
  return (new Date(shown).getUTCDay() + 6) % 7;
}

function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return hours * hour + rest;
}

/** `at`: minutes since midnight. `closes`: the next midnight belongs to the day before. */
function moment(midnight: number, at: number, closes = false): Moment {
  const inDays = closes ? Math.ceil(at / day) - 1 : Math.floor(at / day);
  const rest = at - inDays * day;
  const two = (number: number) => String(number).padStart(2, '0');
  const weekday = weekdayOf(midnight + inDays * dayLength);
  return { inDays, weekday, time: `${two(Math.floor(rest / hour))}:${two(rest % hour)}` };
}

function dateOf(shown: number): string {
  return new Date(shown).toISOString().slice(0, 10);
}
