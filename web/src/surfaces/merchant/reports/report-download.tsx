import { i18n } from '@lingui/core';
import { useState } from 'react';
import { downloadReport, type ReportAsked, type ReportName } from '@/features/reports/api/reports';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { saveFile } from '@/shared/lib/save-file';
import { boot } from '@/shared/site/boot';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';
import { rowsOf } from '../components/csv';

/** Exports a report as CSV. */
export function ReportDownload({ name, asked }: { name: ReportName; asked: ReportAsked }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const csv = await downloadReport(name, asked);
      const file = `${boot().subdomain}-${name}-${asked.from}-${asked.to}.csv`;
      saveFile(new Blob([csv], { type: 'text/csv' }), file);
      const rows = rowsOf(csv);
      toast(i18n._('{rows, plural, one {# row exported} other {# rows exported}}', { rows }));
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusyButton variant="outlined" busy={busy} onClick={download}>
      {i18n._('Export CSV')}
    </BusyButton>
  );
}
