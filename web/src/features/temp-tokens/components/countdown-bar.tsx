import { i18n } from '@lingui/core';
import type { CSSProperties } from 'react';
import styles from './countdown-bar.module.css';

type Props = { seconds: number; of: number };

/** Remaining time of a token, as a shrinking bar. Announced at the start and near the end only. */
export function CountdownBar({ seconds, of }: Props) {
  const said = seconds > 10 ? of : 10;
  return (
    <div className={styles.countdown}>
      <div className={styles.track} aria-hidden="true">
        <div
          className={styles.bar}
          style={{ '--left': seconds / of } as CSSProperties}
          data-last={seconds <= 10}
        />
      </div>
      <p className={styles.seconds} aria-hidden="true">
        {i18n._('{seconds} s', { seconds })}
      </p>
      <p className="visually-hidden" role="status">
        {i18n._('Valid for {seconds} seconds', { seconds: said })}
      </p>
    </div>
  );
}
