import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { saveFile } from '@/shared/lib/save-file';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';
import { csvName, rowsOf } from './csv';

type Props = {
  /** Name of the list, for the file name. */
  list: string;
  fetchTable: () => Promise<string>;
  count: number;
};

/** Exports all pages of a list as CSV. */
export function DownloadButton({ list, fetchTable, count }: Props) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const csv = await fetchTable();
      saveFile(new Blob([csv], { type: 'text/csv' }), csvName(list));
      const rows = rowsOf(csv);
      toast(i18n._('{rows, plural, one {# row exported} other {# rows exported}}', { rows }));
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="outlined" disabled={busy || count === 0} onClick={download}>
      {i18n._('{count, plural, one {Export # row as CSV} other {Export # rows as CSV}}', { count })}
    </Button>
  );
}
