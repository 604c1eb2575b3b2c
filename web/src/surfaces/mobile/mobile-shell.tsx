import { i18n } from '@lingui/core';
import { type ReactNode, useState } from 'react';
import { Bubbles } from '@/surfaces/shopper/components/bubbles';
import { BottomBar } from './bottom-bar';
import styles from './mobile-shell.module.css';
import { SideMenu } from './side-menu';
import { TopBar } from './top-bar';

export function MobileShell({ children }: { children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#main">
        {i18n._('Skip to content')}
      </a>
      <TopBar />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <BottomBar menuOpen={menuOpen} openMenu={() => setMenuOpen(true)} />
      <SideMenu open={menuOpen} onOpen={() => setMenuOpen(true)} onClose={() => setMenuOpen(false)} />
      <Bubbles />
    </div>
  );
}
