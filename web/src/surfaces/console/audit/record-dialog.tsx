import { i18n } from '@lingui/core';
import type { ProviderAuditRecord } from '@/shared/api/types';
import { dateTime } from '@/shared/format/dates';
import { DifferenceList } from '@/shared/office/difference-list';
import { fieldName, fieldValue } from '@/shared/office/field-names';
import { Facts } from '@/shared/ui/facts';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { actName, actorOf } from './audit-words';
import { changesOf } from './changes';
import { fieldNames } from './field-words';

/** Audit log event with its changes. */
export function RecordDialog({ record, onClose }: { record: ProviderAuditRecord; onClose: () => void }) {
  const { changes, besides } = changesOf(record.details);
  return (
    <PanelDialog title={actName(record.action)} onClose={onClose}>
      <Facts
        facts={[
          [i18n._('Actor'), actorOf(record)],
          [i18n._('Date'), dateTime(record.at)],
          [i18n._('Resource'), record.subject],
          [i18n._('Environment'), record.environment ?? i18n._('All')],
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
