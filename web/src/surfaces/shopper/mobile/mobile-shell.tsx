import { useState } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import type { Shell } from '@/shared/ui/shell';
import { MobileHome } from '../components/mobile-home';
import { BottomBar } from './bottom-bar';
import styles from './mobile-shell.module.css';
import { TopBar } from './top-bar';

// Loaded with the page, because the first visit doesn't need it before a tap.
const SideMenu = lazyPart(() => import('./side-menu').then((m) => m.SideMenu));
// Decoration loads after the page.
const Bubbles = lazyPart(() => import('../components/bubbles').then((m) => m.Bubbles));

function Bottom() {
  const [menuOpen, setMenuOpen] = useState(false);
  const openMenu = () => setMenuOpen(true);
  return (
    <>
      <BottomBar menuOpen={menuOpen} openMenu={openMenu} />
      <SideMenu open={menuOpen} onOpen={openMenu} onClose={() => setMenuOpen(false)} />
      <Bubbles />
    </>
  );
}

export const mobileShell: Shell = {
  className: styles.shell ?? '',
  Top: TopBar,
  Bottom,
  Home: MobileHome,
};
