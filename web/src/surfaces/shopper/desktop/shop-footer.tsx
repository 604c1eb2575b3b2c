import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { formatPhone, phoneHref } from '@/shared/format/masks';
import { site } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';
import { addressOf } from '../table';
import styles from './shop-footer.module.css';

const LanguageLinks = lazyPart(() => import('../components/language-links').then((m) => m.LanguageLinks));

/** Footer with support and policies. */
export function ShopFooter() {
  const { companyName, contact, country } = site();
  const phone = formatPhone(contact.phone, country) || contact.phone;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>
          <strong className={styles.name}>{companyName}</strong>
          {phone && (
            <a className={styles.link} href={phoneHref(contact.phone, country)}>
              {phone}
            </a>
          )}
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
