import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import type { Report, ReportMeasure } from '@/shared/api/types';
import { minorUnits } from '@/shared/format/fraction-digits';
import { pageLocale } from '@/shared/i18n/locale';
import { measureName, rowName, written } from './report-words';

type Props = { report: Report; measure: ReportMeasure; height?: number };

/** Compact values for an axis. */
function short(value: number, unit: Report['columns'][number]['unit'], currency: string): string {
  const number = unit === 'money' ? value / minorUnits(currency) : value;
  return new Intl.NumberFormat(pageLocale(), { notation: 'compact' }).format(number);
}

/** Chart of one report column. The table next to it has the same data for screen readers. */
export function ReportChart({ report, measure, height = 260 }: Props) {
  const { rows, columns, group, currency } = report;
  const index = Math.max(
    0,
    columns.findIndex((column) => column.measure === measure),
  );
  const unit = columns[index]?.unit ?? 'count';
  const isTime = group === 'day' || group === 'week' || group === 'month';
  const names = rows.map((row) => rowName(row, group, 'short'));
  const data = rows.map(({ values }) => values[index] ?? 0);
  const series = {
    data,
    label: measureName(measure),
    color: 'var(--tone)',
    valueFormatter: (value: number | null) => written(value ?? 0, unit, currency),
  };
  const shared = {
    height,
    hideLegend: true,
    skipAnimation: true,
    // Keyboard users read the table instead.
    disableKeyboardNavigation: true,
    // Half of the last date, which would be cut off.
    margin: { left: 0, right: 26, top: 12, bottom: 0 },
    yAxis: [{ width: 52, valueFormatter: (value: number) => short(value, unit, currency) }],
    grid: { horizontal: true },
  };
  return isTime && rows.length > 14 ? (
    <LineChart
      {...shared}
      xAxis={[{ data: names, scaleType: 'point' as const }]}
      series={[{ ...series, showMark: false, curve: 'linear' as const, area: true }]}
    />
  ) : (
    <BarChart
      {...shared}
      xAxis={[{ data: names, scaleType: 'band' as const }]}
      series={[series]}
      borderRadius={4}
    />
  );
}
