import { i18n } from '@lingui/core';
import type { Location } from '@/shared/api/types';
import { timeOfDay } from '@/shared/format/dates';
import { pageLocale } from '@/shared/i18n/locale';
import { site } from '@/shared/site/boot';
import {
  comingSpecial,
  type DayGroup,
  dayGroups,
  type OpeningHours as Hours,
  isAllDay,
  isBlank,
  type OpenTime,
  type SpecialHours,
} from '../model/opening-hours';
import styles from './location-card.module.css';

/** Name of a weekday, Monday is 0: 'Mon'. */
export function weekdayName(index: number, width: 'short' | 'long' = 'short'): string {
  // A Monday.
  const day = new Date(Date.UTC(2027, 0, 4 + index));
  return new Intl.DateTimeFormat(pageLocale(), { weekday: width, timeZone: 'UTC' }).format(day);
}

function days({ first, last }: DayGroup): string {
  return first === last ? weekdayName(first) : `${weekdayName(first)}–${weekdayName(last)}`;
}

function timesText(times: readonly OpenTime[]): string[] {
  if (times.length === 0) return [i18n._('Closed')];
  if (isAllDay(times)) return [i18n._('Open 24 hours')];
  return times.map(({ open, close }) => `${timeOfDay(open)} – ${timeOfDay(close)}`);
}

/** 'Dec 24–26' */
function period({ from, to }: SpecialHours): string {
  const format = new Intl.DateTimeFormat(pageLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const [first, last] = [new Date(from), new Date(to)];
  return from === to ? format.format(first) : format.formatRange(first, last);
}

function Line({ name, times }: { name: string; times: string[] }) {
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd className={styles.times}>
        {times.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </dd>
    </div>
  );
}

function ByDay({ hours }: { hours: Hours }) {
  const groups = dayGroups(hours);
  const special = comingSpecial(hours, Date.now(), site().timeZone);
  if (isBlank(hours)) return null;
  return (
    <dl className={styles.hours} aria-label={i18n._('Opening hours')}>
      {groups.map((group) => (
        <Line key={group.first} name={days(group)} times={timesText(group.times)} />
      ))}
      {special.map((part) => (
        <Line
          key={part.from}
          name={[period(part), part.name].filter(Boolean).join(' · ')}
          times={timesText(part.hours)}
        />
      ))}
    </dl>
  );
}

/** Opening hours of a location, if there are any. */
export function OpeningHours({ hours, openingHours }: Pick<Location, 'hours' | 'openingHours'>) {
  if (openingHours) return <ByDay hours={openingHours} />;
  if (hours.length === 0) return null;
  return (
    <dl className={styles.hours} aria-label={i18n._('Opening hours')}>
      {hours.map((part, index) => (
        // Lines are identified by position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Line key={index} name={part.days} times={timesText([part])} />
      ))}
    </dl>
  );
}
