import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ImportReport, TableBrought } from '@/shared/office/import-table';
import { BusyButton } from '@/shared/ui/busy-button';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { toast } from '@/shared/ui/toasts';
import { fileFailure } from './file-failure';
import styles from './import-dialog.module.css';

export type Imported = {
  title: string;
  /** Supported columns, and those ignored. */
  hint: string;
  bring: UseMutationOptions<ImportReport, Error, TableBrought>;
};

function sayOutcome({ created, changed, unchanged }: ImportReport): string {
  return i18n._('{created} new, {changed} updated, {unchanged} unchanged', { created, changed, unchanged });
}

function Faults({ report: { faults, faultCount } }: { report: ImportReport }) {
  return (
    <div role="alert" className={styles.faults}>
      <p className={styles.wrong}>
        {i18n._(
          '{count, plural, one {# error. Nothing was imported.} other {# errors. Nothing was imported.}}',
          {
            count: faultCount,
          },
        )}
      </p>
      <ul className={styles.list}>
        {faults.map(({ line, column, message }) => (
          <li key={`${line} ${column} ${message}`}>
            <strong>{i18n._('Line {line}, {column}', { line, column })}</strong> {message}
          </li>
        ))}
      </ul>
      {faultCount > faults.length && <p>{i18n._('Showing the first {shown}.', { shown: faults.length })}</p>}
    </div>
  );
}

/** Previews the result of a CSV file and imports it on confirmation. */
export function ImportDialog({ title, hint, bring, onClose }: Imported & { onClose: () => void }) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const { mutateAsync, isPending, error, reset, variables } = useMutation(bring);
  const send = async (table: File, dryRun: boolean) => {
    reset();
    const told = await mutateAsync({ file: table, dryRun }).catch(() => null);
    setReport(told);
    if (!told?.imported) return;
    toast(sayOutcome(told));
    onClose();
  };
  const take = (table: File | undefined) => {
    if (!table || isPending) return;
    setFile(table);
    void send(table, true);
  };
  const changes = report !== null && report.faultCount === 0 && report.created + report.changed > 0;
  return (
    <PanelDialog title={title} busy={isPending} onClose={onClose}>
      <div className={styles.content}>
        <p>{hint}</p>
        <label htmlFor={id} className={styles.drop}>
          {file ? file.name : i18n._('Select CSV file')}
          <input
            id={id}
            type="file"
            className="visually-hidden"
            accept=".csv,text/csv"
            disabled={isPending}
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        {isPending && (
          <p role="status">{variables.dryRun ? i18n._('Checking file…') : i18n._('Importing…')}</p>
        )}
        {error && (
          <p role="alert" className={styles.wrong}>
            {fileFailure(error, i18n._("Couldn't read the file."))}
          </p>
        )}
        {report && report.faultCount > 0 && <Faults report={report} />}
        {report && report.faultCount === 0 && <p role="status">{sayOutcome(report)}</p>}
        <div className={styles.acts}>
          <BusyButton variant="outlined" busy={isPending} onClick={onClose}>
            {i18n._('Cancel')}
          </BusyButton>
          <Button
            variant="contained"
            disabled={!changes || isPending}
            onClick={() => file && void send(file, false)}
          >
            {i18n._('Import')}
          </Button>
        </div>
      </div>
    </PanelDialog>
  );
}
