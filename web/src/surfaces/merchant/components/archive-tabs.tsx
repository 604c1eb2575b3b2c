import { Link, type To } from 'react-router';
import styles from '../reports/report-nav.module.css';

type Tab = { label: string; to: To; current: boolean };

/** Tabs that separate a list's active entries from its archived ones. */
export function ArchiveTabs({ label, tabs }: { label: string; tabs: [Tab, Tab] }) {
  return (
    <nav className={styles.nav} aria-label={label}>
      {tabs.map(({ label: name, to, current }) => (
        <Link
          key={name}
          className={styles.report}
          to={to}
          preventScrollReset
          aria-current={current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
