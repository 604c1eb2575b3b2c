import { useState } from 'react';
import { site } from '../site/boot';
import styles from './brand.module.css';
import { Picture } from './picture';
import { sourcesOf } from './picture-sources';

/** Width / height from which a logo contains the name. */
const wordmark = 2;

/** Ratios of logos whose URL doesn't have their size, by URL. */
const loaded = new Map<string, number>();

function ratioOf(logo: string): number {
  const { width, height } = sourcesOf(logo);
  return width && height ? width / height : (loaded.get(logo) ?? 1);
}

/** Merchant's logo and name. A wide logo replaces the name. */
export function Brand() {
  const { companyName, logo } = site();
  const [ratio, setRatio] = useState(() => ratioOf(logo));
  const [failed, setFailed] = useState(false);
  const keep = (found: number) => {
    loaded.set(logo, found);
    setRatio(found);
  };
  const isShown = Boolean(logo) && !failed;
  const hasName = isShown && ratio >= wordmark;
  return (
    <>
      {isShown && (
        <Picture
          className={styles.logo}
          src={logo}
          sizes={`${Math.ceil(40 * Math.min(4, Math.max(1, ratio)))}px`}
          width={40}
          height={40}
          onRatio={keep}
          onFailure={() => setFailed(true)}
        />
      )}
      <span className={hasName ? 'visually-hidden' : styles.name}>{companyName}</span>
    </>
  );
}
