import { i18n } from '@lingui/core';
import { NavLink } from 'react-router';
import styles from '../reports/report-nav.module.css';
import { addressOf, pages } from '../table';

/** Links to deals and promo codes. */
export function DiscountNav() {
  return (
    <nav className={styles.nav} aria-label={i18n._('Discounts')}>
      {(['deals', 'promoCodes'] as const).map((name) => (
        <NavLink key={name} className={styles.report ?? ''} to={addressOf(name)}>
          {pages[name].title()}
        </NavLink>
      ))}
    </nav>
  );
}
