import { i18n } from '@lingui/core';
import { useState } from 'react';
import { Frame } from '@/shared/surface/frame';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useWords } from './catalogue';
import { SessionWatch } from './components/session-watch';
import { SideNav } from './components/side-nav';
import { TopBar } from './components/top-bar';
import styles from './root-shell.module.css';

const MenuDrawer = lazyPart(() => import('./components/menu-drawer').then((m) => m.MenuDrawer));
// Nobody waits for these.
const Shortcuts = lazyPart(() => import('./palette/shortcuts').then((m) => m.Shortcuts));
const UpdateNotice = lazyPart(() => import('@/shared/surface/update-notice').then((m) => m.UpdateNotice));

/** Quiet, and in the platform's colours: whoever serves many sites feels at home on each. */
export function RootShell() {
  const [open, setOpen] = useState(false);
  const words = useWords();
  return (
    <Frame
      key={words}
      className={styles.shell ?? ''}
      top={
        <>
          <div className={styles.side}>
            <SideNav label={i18n._('Rooms')} />
          </div>
          <TopBar onMenu={() => setOpen(true)} />
        </>
      }
      bottom={null}
    >
      {/* Its code is shared with the shop, and comes after the first page. */}
      <MenuDrawer open={open} onClose={() => setOpen(false)} />
      <SessionWatch />
      <Shortcuts />
      <UpdateNotice />
    </Frame>
  );
}
