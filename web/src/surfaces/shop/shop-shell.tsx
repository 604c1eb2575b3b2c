import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { useMode } from '@/shared/site/mode';
import { Bubbles } from '@/surfaces/shopper/components/bubbles';
import { ShopFooter } from './shop-footer';
import { ShopHeader } from './shop-header';
import styles from './shop-shell.module.css';

/** The web shop. Below 1200 px the same shell folds its links into a menu. */
export function ShopShell({ children }: { children: ReactNode }) {
  const narrow = useMode() === 'narrow';
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#main">
        {i18n._('Skip to content')}
      </a>
      <ShopHeader narrow={narrow} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <ShopFooter />
      <Bubbles />
    </div>
  );
}
