import { i18n } from '@lingui/core';
import type { AuditEntry } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { DifferenceList } from '@/shared/office/difference-list';
import { differences } from '@/shared/office/differences';
import { fieldName, fieldValue } from '@/shared/office/field-names';
import { Facts } from '@/shared/ui/facts';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { roleName } from '../people/role-words';
import { actName, actorOf, subjectName } from './audit-words';
import { fieldNames } from './field-words';

/** Audit log event with its changes. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = differences(entry.before, entry.after);
  const besides = differences(null, entry.detail);
  return (
    <PanelDialog title={actName(entry.action)} onClose={onClose}>
      <Facts
        facts={[
          [i18n._('Actor'), `${actorOf(entry)} · ${roleName(entry.role)}`],
          [i18n._('Resource'), subjectName(entry)],
          [i18n._('Date'), dateTime(entry.at)],
          [i18n._('Request'), entry.requestId ?? '–'],
        ]}
      />
      {changes.length > 0 && (
        <DifferenceList label={i18n._('Changes')} changes={changes} names={fieldNames} />
      )}
      {besides.length > 0 && (
        <Facts
          facts={besides.map(({ path, after }) => [
            fieldName(path, fieldNames),
            fieldValue(path, after ?? ''),
          ])}
        />
      )}
    </PanelDialog>
  );
}
