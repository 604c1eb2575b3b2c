import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { AuditEntry } from '@/shared/api/types';
import { Age } from '@/shared/office/age';
import { type Column, DataTable } from '@/shared/office/data-table';
import { openDialog } from '@/shared/ui/open-dialog';
import { roleName } from '../people/role-words';
import { actName, actorOf, subjectName } from './audit-words';

function show(entry: AuditEntry) {
  return openDialog<void>(async () => {
    const { EntryDialog } = await import('./entry-dialog');
    return (settle) => <EntryDialog entry={entry} onClose={() => settle(null)} />;
  });
}

/** Audit log events with links to their resources. */
export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const columns: [Column<AuditEntry>, ...Column<AuditEntry>[]] = [
    { id: 'act', head: i18n._('Event'), cell: ({ action }) => actName(action) },
    { id: 'subject', head: i18n._('Resource'), cell: subjectName },
    { id: 'who', head: i18n._('Actor'), cell: actorOf },
    { id: 'role', head: i18n._('Role'), cell: ({ role }) => roleName(role) },
    { id: 'when', head: i18n._('Date'), cell: ({ at }) => <Age at={at} />, numeric: true, phone: 'aside' },
  ];
  return (
    <DataTable
      label={i18n._('Audit log')}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      actions={(entry) => (
        <Button
          size="small"
          variant="text"
          onClick={() => show(entry)}
          aria-label={i18n._('Details: {act}', { act: actName(entry.action) })}
        >
          {i18n._('Details')}
        </Button>
      )}
      actionsHead={i18n._('Actions')}
    />
  );
}
