import { i18n } from '@lingui/core';
import styles from './change-list.module.css';
import type { Change } from './changes';
import { wordsOf } from './path-words';

/** Name of a list entry. */
function nameOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { label, text, headline } = entry as Record<string, unknown>;
  return String(label || headline || text || JSON.stringify(entry));
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(nameOf).join(', ') || '—';
  if (typeof value === 'boolean') return value ? i18n._('On') : i18n._('Off');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Value in one line, shortened for comparison. */
function short(value: unknown): string {
  if (value === undefined) return '—';
  const text = written(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** Changes with their values before and after. */
export function ChangeList({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <p className={styles.none}>{i18n._('No changes')}</p>;
  return (
    <dl className={styles.changes}>
      {changes.map(({ path, before, after }) => (
        <div key={path} className={styles.change}>
          <dt title={path}>{wordsOf(path)}</dt>
          <dd>
            <del>{short(before)}</del> <ins>{short(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
