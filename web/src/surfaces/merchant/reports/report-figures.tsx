import { i18n } from '@lingui/core';
import type { Report } from '@/shared/api/types';
import styles from './report-figures.module.css';
import { changeOf, measureName, written } from './report-words';

type Props = { report: Report; most?: number };

/** Figures of a report, compared with the previous period. */
export function ReportFigures({ report, most = Number.POSITIVE_INFINITY }: Props) {
  const { currency, figures } = report;
  return (
    <dl className={styles.figures}>
      {figures.slice(0, most).map(({ measure, unit, value, previous }) => {
        const change = unit === 'share' ? null : changeOf(value, previous);
        return (
          <div key={measure} className={styles.figure}>
            <dt>{measureName(measure)}</dt>
            <dd className={styles.value}>{written(value, unit, currency)}</dd>
            {typeof previous === 'number' && (
              <dd className={styles.before}>
                {change && <strong>{change}</strong>}{' '}
                {i18n._('Previous period: {amount}', { amount: written(previous, unit, currency) })}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
