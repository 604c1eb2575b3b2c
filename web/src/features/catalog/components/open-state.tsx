import { i18n } from '@lingui/core';
import type { Location } from '@/shared/api/types';
import { timeOfDay } from '@/shared/format/dates';
import { useNow } from '@/shared/lib/use-now';
import { site } from '@/shared/site/boot';
import { isBlank, type Moment, openState } from '../model/opening-hours';
import styles from './open-state.module.css';
import { weekdayName } from './opening-hours';

const minute = 60_000;

function opensAt({ inDays, weekday, time }: Moment): string {
  const opens = timeOfDay(time);
  if (inDays === 0) return i18n._('Closed. Opens at {time}', { time: opens });
  if (inDays === 1) return i18n._('Closed. Opens tomorrow at {time}', { time: opens });
  return i18n._('Closed. Opens {day} at {time}', { day: weekdayName(weekday, 'long'), time: opens });
}

/** Whether a location is open now, and until or from when. Nothing if its hours aren't known by day. */
export function OpenState({ openingHours }: { openingHours: Location['openingHours'] | undefined }) {
  const now = useNow(minute);
  if (!openingHours || isBlank(openingHours)) return null;
  const state = openState(openingHours, now, site().timeZone);
  if (state.open) {
    const { until } = state;
    return (
      <p className={styles.state} data-open="true">
        {until ? i18n._('Open until {time}', { time: timeOfDay(until.time) }) : i18n._('Open 24 hours')}
      </p>
    );
  }
  const { next, reason } = state;
  const text = next && next.inDays < 7 ? opensAt(next) : i18n._('Closed');
  return (
    <p className={styles.state} data-open="false">
      {[reason, text].filter(Boolean).join(' · ')}
    </p>
  );
}
