import { i18n } from '@lingui/core';
import type { AuditEntry } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { Facts } from '@/shared/ui/facts';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { roleName } from '../people/role-words';
import { actName, actorOf, subjectName } from './audit-words';
import { type Difference, differences } from './differences';
import styles from './entry-dialog.module.css';

function Row({ path, before, after }: Difference) {
  return (
    <li className={styles.row}>
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
  );
}

/** What somebody did, and what it changed. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = differences(entry.before, entry.after);
  const besides = differences(null, entry.detail);
  return (
    <PanelDialog title={actName(entry.action)} onClose={onClose}>
      <Facts
        facts={[
          [i18n._('Who'), `${actorOf(entry)} · ${roleName(entry.role)}`],
          [i18n._('On'), subjectName(entry)],
          [i18n._('When'), dateTime(entry.at)],
          [i18n._('Request'), entry.requestId ?? '–'],
        ]}
      />
      {changes.length > 0 && (
        <ul className={styles.rows} aria-label={i18n._('What it changed')}>
          {changes.map((one) => (
            <Row key={one.path} {...one} />
          ))}
        </ul>
      )}
      {besides.length > 0 && <Facts facts={besides.map(({ path, after }) => [path, after ?? ''])} />}
    </PanelDialog>
  );
}
