import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { site } from '@/shared/site/boot';
import { Picture } from '@/shared/ui/picture';
import { addressOf } from '../table';
import styles from './brand-mark.module.css';

/** Merchant's logo. Links to the home page, except on pages opened from emails. */
export function BrandMark({ linked = true }: { linked?: boolean }) {
  const { companyName, logo } = site();
  const sign = (
    <>
      {logo && <Picture className={styles.logo} src={logo} sizes="40px" width={40} height={40} />}
      <span className={styles.name}>{companyName}</span>
    </>
  );
  if (!linked) return <span className={styles.mark}>{sign}</span>;
  return (
    <Link
      className={styles.mark}
      to={addressOf('home')}
      aria-label={i18n._('{companyName}, home', { companyName })}
    >
      {sign}
    </Link>
  );
}
