import { i18n } from '@lingui/core';
import { dateTime } from '@/shared/format/dates';
import { Icon } from '@/shared/ui/icon';
import styles from './as-of.module.css';

/** Age of a wallet that can't be refreshed. */
export function AsOf({ at }: { at: number | null }) {
  return (
    <div role="status" className={styles.status}>
      {at !== null && (
        <p className={styles.line}>
          <Icon name="clock" size={20} />
          {i18n._('As of {date}', { date: dateTime(new Date(at).toISOString()) })}
        </p>
      )}
    </div>
  );
}
