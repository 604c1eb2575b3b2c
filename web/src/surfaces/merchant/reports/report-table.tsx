import type { Report } from '@/shared/api/types';
import { type Column, DataTable } from '@/shared/office/data-table';
import { groupName, measureName, rowName, written } from './report-words';

type Row = Report['rows'][number];

/** Table of a report, with all values of its chart. */
export function ReportTable({ report, label }: { report: Report; label: string }) {
  const { group, currency } = report;
  const columns: [Column<Row>, ...Column<Row>[]] = [
    { id: 'name', head: groupName(group), cell: (row) => rowName(row, group) },
    ...report.columns.map(
      ({ measure, unit }, index): Column<Row> => ({
        id: measure,
        head: measureName(measure),
        cell: ({ values }) => written(values[index] ?? 0, unit, currency),
        numeric: true,
        phone: index === 0 ? 'aside' : 'named',
      }),
    ),
  ];
  return <DataTable label={label} columns={columns} rows={report.rows} keyOf={({ key }) => key} />;
}
