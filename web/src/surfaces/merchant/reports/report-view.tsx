import { i18n } from '@lingui/core';
import { useState } from 'react';
import type { Report, ReportMeasure } from '@/shared/api/types';
import { SelectBox } from '@/shared/ui/select-box';
import { StateView } from '@/shared/ui/state-view';
import { LazyChart } from './lazy-chart';
import { ReportFigures } from './report-figures';
import { ReportTable } from './report-table';
import styles from './report-view.module.css';
import { dayName, measureName } from './report-words';

/** Money says most, where there is any. */
function firstOf({ columns }: Report): ReportMeasure | undefined {
  const preferred = columns.find(({ measure }) => measure === 'netSales' || measure === 'monthlyRevenue');
  return (preferred ?? columns.find(({ unit }) => unit === 'money') ?? columns[0])?.measure;
}

/** Figures, a chart of one of them, and the table. */
export function ReportView({ report, title }: { report: Report; title: string }) {
  const [chosen, choose] = useState<ReportMeasure>();
  const { columns, rows } = report;
  const measure = columns.some((column) => column.measure === chosen) ? chosen : firstOf(report);
  return (
    <>
      <p className={styles.days}>
        {i18n._('{from} to {to}, compared with {before} to {until}', {
          from: dayName(report.from),
          to: dayName(report.to),
          before: dayName(report.previousFrom),
          until: dayName(report.previousTo),
        })}
      </p>
      <ReportFigures report={report} />
      {rows.length === 0 || !measure ? (
        <StateView icon="receipt" title={i18n._('Nothing happened within these days')} />
      ) : (
        <>
          <div className={styles.choice}>
            <SelectBox
              label={i18n._('Chart')}
              options={columns.map((column) => ({
                value: column.measure,
                label: measureName(column.measure),
              }))}
              value={measure}
              onChange={choose}
            />
          </div>
          <LazyChart report={report} measure={measure} />
          <ReportTable report={report} label={title} />
        </>
      )}
    </>
  );
}
