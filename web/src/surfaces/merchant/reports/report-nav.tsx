import { i18n } from '@lingui/core';
import { NavLink, useLocation } from 'react-router';
import { reportNames } from '@/features/reports/api/reports';
import { addressOf } from '../table';
import styles from './report-nav.module.css';
import { reportTitle } from './report-words';

/** Links to other reports for the same dates. */
export function ReportNav() {
  const query = new URLSearchParams(useLocation().search);
  query.delete('by');
  const search = query.toString();
  return (
    <nav className={styles.nav} aria-label={i18n._('Reports')}>
      {reportNames.map((name) => (
        <NavLink
          key={name}
          className={styles.report ?? ''}
          to={{ pathname: addressOf('report', { name }), search }}
        >
          {reportTitle(name)}
        </NavLink>
      ))}
    </nav>
  );
}
