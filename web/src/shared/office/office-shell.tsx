import { i18n } from '@lingui/core';
import { type ReactNode, useState } from 'react';
import { Frame } from '../surface/frame';
import { ConnectionBar } from '../ui/connection-notice';
import { lazyPart } from '../ui/lazy-part';
import './look.css';
import styles from './office-shell.module.css';
import { TopBar } from './top-bar';

const MenuDrawer = lazyPart(() => import('./menu-drawer').then((m) => m.MenuDrawer));

type Props = {
  /** Current page, for phones, where the menu is hidden. */
  title: ReactNode;
  person: string | null;
  /** Logout button. */
  out: ReactNode;
  /** Menu; on phones, it covers the page and closes on selection. */
  menu: (label: string, onGo?: () => void) => ReactNode;
  children?: ReactNode;
};

/** Frame of all staff pages: quiet, with Suds colors, so that they look alike. */
export function OfficeShell({ title, person, out, menu, children }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Frame
      className={styles.shell ?? ''}
      notice={<ConnectionBar />}
      top={
        <>
          <div className={styles.side}>{menu(i18n._('Navigation'))}</div>
          <TopBar title={title} person={person} onMenu={() => setOpen(true)}>
            {out}
          </TopBar>
        </>
      }
      bottom={null}
    >
      {/* Its code comes after the first page. */}
      <MenuDrawer open={open} onClose={close}>
        {menu(i18n._('Menu'), close)}
      </MenuDrawer>
      {children}
    </Frame>
  );
}
