import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { ProviderAuditRecord } from '@/shared/api/types';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { openDialog } from '@/shared/ui/open-dialog';
import { actName, actorOf } from './audit-words';

function show(record: ProviderAuditRecord) {
  return openDialog<void>(async () => {
    const { RecordDialog } = await import('./record-dialog');
    return (settle) => <RecordDialog record={record} onClose={() => settle(null)} />;
  });
}

/** Audit log events, with links to the resource and its other events. */
export function AuditTable(props: { records: ProviderAuditRecord[]; onSubject: (subject: string) => void }) {
  const columns: [Column<ProviderAuditRecord>, ...Column<ProviderAuditRecord>[]] = [
    { id: 'act', head: i18n._('Event'), cell: ({ action }) => actName(action) },
    { id: 'who', head: i18n._('Actor'), cell: actorOf },
    { id: 'when', head: i18n._('Date'), cell: ({ at }) => <Age at={at} />, numeric: true, phone: 'aside' },
  ];
  return (
    <DataTable
      label={i18n._('Audit log')}
      columns={columns}
      rows={props.records}
      keyOf={({ id }) => id}
      actions={(record) => {
        const act = actName(record.action);
        return (
          <>
            <Button
              size="small"
              variant="text"
              onClick={() => props.onSubject(record.subject)}
              aria-label={i18n._('Same resource: {act}', { act })}
            >
              {i18n._('Same resource')}
            </Button>
            <Button
              size="small"
              variant="text"
              onClick={() => show(record)}
              aria-label={i18n._('Details: {act}', { act })}
            >
              {i18n._('Details')}
            </Button>
          </>
        );
      }}
      actionsHead={i18n._('Actions')}
    />
  );
}
