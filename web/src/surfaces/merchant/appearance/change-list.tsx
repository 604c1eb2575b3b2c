import { i18n } from '@lingui/core';
import styles from './change-list.module.css';
import type { Change } from './changes';

/** A value in a line: whoever compares wants to see it, not to read all of it. */
function short(value: unknown): string {
  if (value === undefined) return '—';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** What would change, before and after. */
export function ChangeList({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <p className={styles.none}>{i18n._('There is no difference.')}</p>;
  return (
    <dl className={styles.changes}>
      {changes.map(({ path, before, after }) => (
        <div key={path} className={styles.change}>
          <dt>{path}</dt>
          <dd>
            <del>{short(before)}</del> <ins>{short(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
