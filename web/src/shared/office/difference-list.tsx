import { i18n } from '@lingui/core';
import styles from './difference-list.module.css';
import type { Difference } from './differences';
import { type FieldNames, fieldName, fieldValue } from './field-names';

type Props = { label: string; changes: Difference[]; names: FieldNames };

/** Changes with their previous values. */
export function DifferenceList({ label, changes, names }: Props) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {changes.map(({ path, before, after }) => (
        <li key={path} className={styles.row}>
          {path && <span className={styles.path}>{fieldName(path, names)}</span>}
          {before !== null && (
            <del className={styles.before}>
              <span className="visually-hidden">{i18n._('Before:')} </span>
              {fieldValue(path, before)}
            </del>
          )}
          {after !== null && (
            <ins className={styles.after}>
              <span className="visually-hidden">{i18n._('After:')} </span>
              {fieldValue(path, after)}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
