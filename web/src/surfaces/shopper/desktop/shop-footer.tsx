import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { site } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';
import { addressOf } from '../table';
import styles from './shop-footer.module.css';

// Formats of phone numbers aren't needed at first sight.
const PhoneLink = lazyPart(() => import('../components/phone-link').then((m) => m.PhoneLink));
const LanguageLinks = lazyPart(() => import('../components/language-links').then((m) => m.LanguageLinks));

/** Footer with support and policies. */
export function ShopFooter() {
  const { companyName, contact } = site();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>
          <strong className={styles.name}>{companyName}</strong>
          {contact.phone && <PhoneLink className={styles.link} />}
        </p>
        <nav className={styles.links} aria-label={i18n._('Help and legal')}>
          <Link className={styles.link} to={addressOf('support')}>
            {i18n._('Support')}
          </Link>
          <Link className={styles.link} to={addressOf('faq')}>
            {i18n._('FAQ')}
          </Link>
          <Link className={styles.link} to={addressOf('privacy')}>
            {i18n._('Privacy')}
          </Link>
          <Link className={styles.link} to={addressOf('terms')}>
            {i18n._('Terms and Conditions')}
          </Link>
          <LanguageLinks className={styles.link} />
        </nav>
      </div>
    </footer>
  );
}
