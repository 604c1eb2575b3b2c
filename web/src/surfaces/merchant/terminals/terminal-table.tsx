import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { issuePairingCode, removeTerminal } from '@/features/terminal/api/terminals';
import { errorText, errorTitle } from '@/shared/api/api-error';
import type { PairingCode, TerminalEntry } from '@/shared/api/types';
import { Age } from '@/shared/office/age';
import { askAndDo } from '@/shared/office/ask-and-do';
import { type Column, DataTable } from '@/shared/office/data-table';
import { useServerNow } from '@/shared/office/server-now';
import { StateChip } from '@/shared/office/state-chip';
import { dialogs } from '@/shared/ui/dialogs';
import { useLocationName } from '../components/location-names';
import { useMay } from '../roles';
import { stateOfTerminal } from './terminal-words';

type Props = { terminals: TerminalEntry[]; onCode: (label: string, code: PairingCode) => void };

function Actions({ terminal, onCode }: { terminal: TerminalEntry; onCode: Props['onCode'] }) {
  const may = useMay();
  const issuing = useMutation(issuePairingCode);
  const removing = useMutation(removeTerminal);
  const { terminalId, label, isPaired } = terminal;
  const pair = async () => {
    if (isPaired) {
      const sure = await dialogs.confirm({
        title: i18n._('Pair another device as {label}?', { label }),
        text: i18n._('The current device keeps working until you use the new code.'),
        yes: i18n._('Show code'),
        no: i18n._('Cancel'),
      });
      if (!sure) return;
    }
    try {
      onCode(label, await issuing.mutateAsync(terminalId));
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    }
  };
  const remove = () =>
    askAndDo(
      {
        title: i18n._('Remove {label}?', { label }),
        text: i18n._('It stops working immediately. Past redemptions stay on record.'),
        yes: i18n._('Remove'),
        done: i18n._('{label} removed', { label }),
      },
      () => removing.mutateAsync(terminalId),
    );
  const press = {
    size: 'small',
    variant: 'text',
    disabled: issuing.isPending || removing.isPending,
  } as const;
  return (
    <>
      {may('pairTerminal') && (
        <Button {...press} onClick={pair} aria-label={i18n._('Pair: {label}', { label })}>
          {i18n._('Pair')}
        </Button>
      )}
      {may('removeTerminal') && (
        <Button {...press} color="error" onClick={remove} aria-label={i18n._('Remove: {label}', { label })}>
          {i18n._('Remove')}
        </Button>
      )}
    </>
  );
}

/** Terminals with their connection status. */
export function TerminalTable({ terminals, onCode }: Props) {
  const may = useMay();
  const nameOf = useLocationName();
  const now = useServerNow(30_000);
  const columns: [Column<TerminalEntry>, ...Column<TerminalEntry>[]] = [
    { id: 'label', head: i18n._('Terminal'), cell: ({ label }) => label },
    { id: 'where', head: i18n._('Location'), cell: ({ locationId }) => nameOf(locationId) },
    {
      id: 'state',
      head: i18n._('Status'),
      cell: (terminal) => <StateChip {...stateOfTerminal(terminal, now)} />,
      phone: 'aside',
    },
    {
      id: 'seen',
      head: i18n._('Last seen'),
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Age at={lastSeenAt} /> : i18n._('Never')),
      numeric: true,
    },
  ];
  return (
    <DataTable
      label={i18n._('Devices')}
      columns={columns}
      rows={terminals}
      keyOf={({ terminalId }) => terminalId}
      actions={
        may('pairTerminal') ? (terminal) => <Actions terminal={terminal} onCode={onCode} /> : undefined
      }
      actionsHead={i18n._('Actions')}
    />
  );
}
