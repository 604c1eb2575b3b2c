import { i18n } from '@lingui/core';
import { useState } from 'react';
import type { ReportName } from '@/features/reports/api/reports';
import type { Report, ReportMeasure } from '@/shared/api/types';
import { SelectBox } from '@/shared/ui/select-box';
import { StateView } from '@/shared/ui/state-view';
import { LazyChart } from './lazy-chart';
import { ReportFigures } from './report-figures';
import { ReportTable } from './report-table';
import styles from './report-view.module.css';
import { dayName, measureName, reportTitle } from './report-words';

/** Main metric of each report. */
const telling: Record<ReportName, ReportMeasure> = {
  sales: 'netSales',
  refunds: 'refundedAmount',
  members: 'monthlyRevenue',
  redemptions: 'redemptions',
  liability: 'giftCardBalance',
  taxes: 'taxes',
  payouts: 'payout',
  offers: 'claims',
};

/** Initial metric of the chart. A grouping may not include the main metric. */
function firstOf(name: ReportName, { columns }: Report): ReportMeasure | undefined {
  return (columns.find(({ measure }) => measure === telling[name]) ?? columns[0])?.measure;
}

/** Figures, a chart of one of them, and the table. */
export function ReportView({ name, report }: { name: ReportName; report: Report }) {
  const [chosen, choose] = useState<ReportMeasure>();
  const { columns, rows } = report;
  const measure = columns.some((column) => column.measure === chosen) ? chosen : firstOf(name, report);
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
        <StateView icon="receipt" title={i18n._('No data for this period')} />
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
          <ReportTable report={report} label={reportTitle(name)} />
        </>
      )}
    </>
  );
}
