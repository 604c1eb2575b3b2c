import { i18n } from '@lingui/core';
import { type ReactNode, useState } from 'react';
import { Bubbles } from '@/surfaces/shopper/components/bubbles';
import { BottomBar } from './bottom-bar';
import { useMenuSwipe } from './menu-swipe';
import styles from './mobile-shell.module.css';
import { SideMenu } from './side-menu';
import { TopBar } from './top-bar';

export function MobileShell({ children }: { children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const openMenu = () => setMenuOpen(true);
  return (
    <div className={styles.shell} {...useMenuSwipe(openMenu)}>
      <a className="skip-link" href="#main">
        {i18n._('Skip to content')}
      </a>
      <TopBar />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <BottomBar menuOpen={menuOpen} openMenu={openMenu} />
      <SideMenu open={menuOpen} onOpen={openMenu} onClose={() => setMenuOpen(false)} />
      <Bubbles />
    </div>
  );
}
