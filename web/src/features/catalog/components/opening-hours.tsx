import { i18n } from '@lingui/core';
import type { Location } from '@/shared/api/types';
import { timeOfDay } from '@/shared/format/dates';
import styles from './location-card.module.css';

/** From when until when, or null on days without. */
function open({ open, close }: Location['hours'][number]): string | null {
  return open && close ? `${timeOfDay(open)} – ${timeOfDay(close)}` : null;
}

/** Opening hours of a location, if there are any. */
export function OpeningHours({ hours }: Pick<Location, 'hours'>) {
  if (hours.length === 0) return null;
  return (
    <dl className={styles.hours} aria-label={i18n._('Opening hours')}>
      {hours.map((part) => (
        <div key={part.days} className={styles.line}>
          <dt>{part.days}</dt>
          <dd>{open(part) ?? i18n._('Closed')}</dd>
        </div>
      ))}
    </dl>
  );
}
