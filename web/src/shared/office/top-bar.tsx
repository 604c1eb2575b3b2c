import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { useScheme } from '../theme/scheme';
import { IconButton } from '../ui/icon-button';
import styles from './top-bar.module.css';

/** Toggles between light and dark. */
export function SchemeToggle() {
  const [scheme, choose] = useScheme();
  const dark = scheme === 'dark';
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? i18n._('Light theme') : i18n._('Dark theme')}
      size={20}
      onClick={() => choose(dark ? 'light' : 'dark')}
    />
  );
}

type Props = {
  onMenu: () => void;
  /** Current page, for phones, where the menu is hidden. */
  title: ReactNode;
  /** Logged-in person; null until known. */
  person: string | null;
  /** Logout button. */
  children: ReactNode;
};

/** Logged-in person and the logout button. */
export function TopBar({ onMenu, title, person, children }: Props) {
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton icon="menu" label={i18n._('Menu')} onClick={onMenu} />
      </span>
      <span className={styles.site}>{title}</span>
      <SchemeToggle />
      {person !== null && <span className={styles.person}>{person}</span>}
      {children}
    </header>
  );
}
