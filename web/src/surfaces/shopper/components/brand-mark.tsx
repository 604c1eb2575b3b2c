import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { site } from '@/shared/site/boot';
import { Brand } from '@/shared/ui/brand';
import { addressOf } from '../table';
import styles from './brand-mark.module.css';

/** Merchant's logo. Links to the home page, except on pages opened from emails. */
export function BrandMark({ linked = true }: { linked?: boolean }) {
  if (!linked) {
    return (
      <span className={styles.mark}>
        <Brand />
      </span>
    );
  }
  return (
    <Link
      className={styles.mark}
      to={addressOf('home')}
      aria-label={i18n._('{companyName}, home', { companyName: site().companyName })}
    >
      <Brand />
    </Link>
  );
}
