import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { isOffered, paths } from '@/shared/site/routes';
import styles from './account-links.module.css';

export function AccountLinks() {
  const links = [
    { to: paths.purchaseHistory, label: i18n._('My Purchases') },
    { to: paths.support, label: i18n._('Support') },
    { to: paths.terms, label: i18n._('Terms and Conditions') },
    { to: paths.privacy, label: i18n._('Privacy') },
    { to: paths.logOut, label: i18n._('Log Out') },
  ];
  return (
    <nav className={styles.links} aria-label={i18n._('My Account')}>
      {links
        .filter((link) => isOffered(link.to))
        .map((link) => (
          <Link key={link.to} to={link.to}>
            {link.label}
          </Link>
        ))}
    </nav>
  );
}
