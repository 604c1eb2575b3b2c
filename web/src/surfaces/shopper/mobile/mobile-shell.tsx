import { useState } from 'react';
import type { Shell } from '@/shared/ui/shell';
import { Bubbles } from '../components/bubbles';
import { BottomBar } from './bottom-bar';
import { useMenuSwipe } from './menu-swipe';
import styles from './mobile-shell.module.css';
import { SideMenu } from './side-menu';
import { TopBar } from './top-bar';

function Bottom() {
  const [menuOpen, setMenuOpen] = useState(false);
  const openMenu = () => setMenuOpen(true);
  useMenuSwipe(openMenu);
  return (
    <>
      <BottomBar menuOpen={menuOpen} openMenu={openMenu} />
      <SideMenu open={menuOpen} onOpen={openMenu} onClose={() => setMenuOpen(false)} />
      <Bubbles />
    </>
  );
}

export const mobileShell: Shell = { className: styles.shell ?? '', Top: TopBar, Bottom };
