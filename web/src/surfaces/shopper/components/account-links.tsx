import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { site } from '@/shared/site/boot';
import { dealsLabel } from '../model/deals-label';
import { isOffered } from '../model/offer';
import { addressOf } from '../table';
import styles from './account-links.module.css';

export function AccountLinks() {
  const links = [
    { to: addressOf('notifications'), label: site().navWords.notifications || i18n._('Notifications') },
    { to: addressOf('promoCode'), label: dealsLabel() },
    { to: addressOf('purchaseHistory'), label: i18n._('My Purchases') },
    { to: addressOf('referral'), label: site().navWords.referral || i18n._('Invite a Friend') },
    { to: addressOf('support'), label: i18n._('Support') },
    { to: addressOf('terms'), label: i18n._('Terms and Conditions') },
    { to: addressOf('privacy'), label: i18n._('Privacy') },
    { to: addressOf('logOut'), label: i18n._('Log Out') },
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
