import { i18n } from '@lingui/core';
import * as v from 'valibot';
import {
  daysOf,
  type OpeningHours,
  type OpenTime,
  type SpecialHours,
  specialOf,
  weekdays,
} from '@/features/catalog/model/opening-hours';
import { OpeningHours as limits, SpecialHours as specialLimits } from '@/shared/api/limits.gen';
import { clockTime } from '@/shared/format/clock-time';
import { timeOfDay } from '@/shared/format/dates';
import { limited } from '@/shared/forms/rules';

/** Days with the same hours; a day may be in several lines. Monday is 0. */
export type TypedHours = { days: number[]; open: string; close: string };
/** Special hours of one or more days. Lines with the same days belong together. */
export type TypedSpecial = {
  name: string;
  from: string;
  to: string;
  closed: boolean;
  open: string;
  close: string;
};

export const emptyHours = (first: boolean): TypedHours => ({
  days: first ? [0, 1, 2, 3, 4, 5, 6] : [],
  open: timeOfDay('08:00'),
  close: timeOfDay('20:00'),
});

export const emptySpecial = (): TypedSpecial => ({
  name: '',
  from: '',
  to: '',
  closed: true,
  open: timeOfDay('08:00'),
  close: timeOfDay('20:00'),
});

/** Midnight at the end of a day. In the 12-hour clock it is written as at the start of one. */
const closing = (text: string) => {
  const time = clockTime(text);
  return time === '00:00' ? '24:00' : time;
};

const timesOf = ({ open, close }: { open: string; close: string }): OpenTime => ({
  open: clockTime(open) ?? open,
  close: closing(close) ?? close,
});

const minutes = (time: string) => {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return hours * 60 + rest;
};

const range = (times: OpenTime): [number, number] => {
  const [open, close] = [minutes(times.open), minutes(times.close)];
  return [open, close > open ? close : close + 24 * 60];
};

/** Whether times of one day overlap; those after midnight may not reach the first of the day. */
function overlap(one: OpenTime, other: OpenTime): boolean {
  const [[from, to], [start, end]] = [range(one), range(other)];
  return (from < end && start < to) || to - 24 * 60 > start || end - 24 * 60 > from;
}

const time = (isTime: (text: string) => boolean) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(isTime, i18n._('Enter a time, such as {time}.', { time: timeOfDay('07:00') })),
  );

const isOpening = (text: string) => {
  const opens = clockTime(text);
  return opens !== null && opens !== '24:00';
};

function addIssue(
  info: { addIssue: (issue: { message: string; path: never }) => void },
  input: unknown,
  path: (string | number)[],
  message: string,
) {
  let value = input;
  const items = path.map((key) => {
    const item = {
      type: 'unknown' as const,
      origin: 'value' as const,
      input: value,
      key,
      value: undefined as unknown,
    };
    value = (value as Record<string | number, unknown>)?.[key];
    item.value = value;
    return item;
  });
  info.addIssue({ message, path: items as never });
}

const differ = () => i18n._('Enter a time other than the opening time.');

export function hoursSchema() {
  const line = v.object({
    days: v.pipe(v.array(v.number()), v.minLength(1, i18n._('Select at least one day.'))),
    open: time(isOpening),
    close: time((text) => closing(text) !== null),
  });
  return v.pipe(
    v.array(line),
    v.rawCheck(({ dataset, ...info }) => {
      if (!dataset.typed) return;
      const lines = dataset.value.map((entered) => ({ days: entered.days, times: timesOf(entered) }));
      lines.forEach(({ days, times }, index) => {
        if (times.open === times.close) addIssue(info, dataset.value, [index, 'close'], differ());
        const earlier = lines.slice(0, index);
        if (
          earlier.some((other) => other.days.some((day) => days.includes(day)) && overlap(times, other.times))
        ) {
          const message = i18n._('These times overlap with others of the same day.');
          addIssue(info, dataset.value, [index, 'open'], message);
        }
      });
    }),
  );
}

export function specialSchema() {
  const text = () => v.pipe(v.string(), v.trim());
  const date = () => v.pipe(text(), v.isoDate(i18n._('Enter a date.')));
  const line = v.object({
    name: limited(specialLimits.name),
    from: date(),
    to: v.union([v.literal(''), date()], i18n._('Enter a date.')),
    closed: v.boolean(),
    open: text(),
    close: text(),
  });
  return v.pipe(
    v.array(line),
    v.maxLength(
      limits.special.maxItems,
      i18n._('Enter up to {count} special days.', { count: limits.special.maxItems }),
    ),
    v.rawCheck(({ dataset, ...info }) => {
      if (!dataset.typed) return;
      const issue = (path: (string | number)[], message: string) =>
        addIssue(info, dataset.value, path, message);
      const askForTime = () => i18n._('Enter a time, such as {time}.', { time: timeOfDay('07:00') });
      dataset.value.forEach((entered, index) => {
        const { from, closed } = entered;
        const to = entered.to || from;
        if (to < from) issue([index, 'to'], i18n._('Enter a day on or after the first one.'));
        if (!closed) {
          if (!isOpening(entered.open)) issue([index, 'open'], askForTime());
          if (closing(entered.close) === null) issue([index, 'close'], askForTime());
          const times = timesOf(entered);
          if (times.open === times.close) issue([index, 'close'], differ());
        }
        const clashes = dataset.value.slice(0, index).some((other) => {
          const end = other.to || other.from;
          if (other.from === from && end === to) {
            return closed || other.closed || overlap(timesOf(entered), timesOf(other));
          }
          return other.from <= to && from <= end;
        });
        if (clashes) issue([index, 'from'], i18n._('These days overlap with other special days.'));
      });
    }),
  );
}

/** Opening hours as somebody would type them. */
export function typedHours(hours: OpeningHours | null | undefined): {
  hours: TypedHours[];
  special: TypedSpecial[];
} {
  if (!hours) return { hours: [], special: [] };
  const lines = new Map<string, TypedHours>();
  daysOf(hours).forEach((times, day) => {
    for (const { open, close } of times) {
      const key = `${open}-${close}`;
      const line = lines.get(key) ?? { days: [], open: timeOfDay(open), close: timeOfDay(close) };
      lines.set(key, { ...line, days: [...line.days, day] });
    }
  });
  const special = specialOf(hours).flatMap(({ name, from, to, hours: times }): TypedSpecial[] => {
    const same = { ...emptySpecial(), name, from, to: to === from ? '' : to };
    if (times.length === 0) return [same];
    return times.map(({ open, close }) => ({
      ...same,
      closed: false,
      open: timeOfDay(open),
      close: timeOfDay(close),
    }));
  });
  return { hours: [...lines.values()], special };
}

/** Typed hours as the server takes them. */
export function openingHoursOf(lines: readonly TypedHours[], special: readonly TypedSpecial[]): OpeningHours {
  const on = (day: number) => lines.filter(({ days }) => days.includes(day)).map(timesOf);
  const week = Object.fromEntries(weekdays.map((name, day) => [name, on(day)])) as OpeningHours['week'];
  const periods = new Map<string, SpecialHours>();
  for (const entered of special) {
    const { name, from, closed } = entered;
    const to = entered.to || from;
    const key = `${from}-${to}`;
    const period = periods.get(key) ?? { name, from, to, hours: [] };
    periods.set(key, { ...period, hours: closed ? period.hours : [...period.hours, timesOf(entered)] });
  }
  return { week, special: [...periods.values()] };
}
