import type { ComponentProps } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import styles from './lazy-chart.module.css';
import type { ReportChart } from './report-chart';

// Charts are large, and their content is also available as text.
const Chart = lazyPart(() => import('./report-chart').then((m) => m.ReportChart));

/** Lazily loaded chart with reserved space. */
export function LazyChart({ height = 260, ...props }: ComponentProps<typeof ReportChart>) {
  return (
    <div className={styles.place} style={{ minHeight: height }} aria-hidden="true">
      <Chart height={height} {...props} />
    </div>
  );
}
