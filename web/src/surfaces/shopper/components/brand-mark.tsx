import { i18n } from '@lingui/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { site } from '@/shared/site/boot';
import { Picture } from '@/shared/ui/picture';
import { sourcesOf } from '@/shared/ui/picture-sources';
import { addressOf } from '../table';
import styles from './brand-mark.module.css';

/** Width / height from which a logo contains the name. */
const wordmark = 2;

/** Ratios of logos whose URL doesn't have their size, by URL. */
const loaded = new Map<string, number>();

function ratioOf(logo: string): number {
  const { width, height } = sourcesOf(logo);
  return width && height ? width / height : (loaded.get(logo) ?? 1);
}

/** Merchant's logo. Links to the home page, except on pages opened from emails. */
export function BrandMark({ linked = true }: { linked?: boolean }) {
  const { companyName, logo } = site();
  const [ratio, setRatio] = useState(() => ratioOf(logo));
  const keep = (found: number) => {
    loaded.set(logo, found);
    setRatio(found);
  };
  const hasName = Boolean(logo) && ratio >= wordmark;
  const sign = (
    <>
      {logo && (
        <Picture
          className={styles.logo}
          src={logo}
          sizes={`${Math.ceil(40 * Math.min(4, Math.max(1, ratio)))}px`}
          width={40}
          height={40}
          onRatio={keep}
        />
      )}
      <span className={hasName ? 'visually-hidden' : styles.name}>{companyName}</span>
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
