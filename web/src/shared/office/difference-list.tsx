import { i18n } from '@lingui/core';
import styles from './difference-list.module.css';
import type { Difference } from './differences';

/** Changes with their previous values. */
export function DifferenceList({ label, changes }: { label: string; changes: Difference[] }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {changes.map(({ path, before, after }) => (
        <li key={path} className={styles.row}>
          {path && <code className={styles.path}>{path}</code>}
          {before !== null && (
            <del className={styles.before}>
              <span className="visually-hidden">{i18n._('Before:')} </span>
              {before}
            </del>
          )}
          {after !== null && (
            <ins className={styles.after}>
              <span className="visually-hidden">{i18n._('After:')} </span>
              {after}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
