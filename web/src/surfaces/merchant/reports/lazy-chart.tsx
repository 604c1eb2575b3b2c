import type { ComponentProps } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import styles from './lazy-chart.module.css';
import type { ReportChart } from './report-chart';

// Charts are heavy, and what they show is said without them.
const Chart = lazyPart(() => import('./report-chart').then((m) => m.ReportChart));

/** The chart of a report, in a place that is kept for it. */
export function LazyChart({ height = 260, ...props }: ComponentProps<typeof ReportChart>) {
  return (
    <div className={styles.place} style={{ minHeight: height }} aria-hidden="true">
      <Chart height={height} {...props} />
    </div>
  );
}
