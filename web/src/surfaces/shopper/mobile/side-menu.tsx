import { i18n } from '@lingui/core';
import SwipeableDrawer from '@mui/material/SwipeableDrawer';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { unreadQuery } from '@/features/notifications/api/unread';
import { useSession } from '@/shared/api/session';
import { Icon } from '@/shared/ui/icon';
import { IconButton } from '@/shared/ui/icon-button';
import { useLayer } from '@/shared/ui/layers';
import { lazyPart } from '@/shared/ui/lazy-part';
import { BrandMark } from '../components/brand-mark';
import { install, useCanInstall } from '../model/install';
import { useMenuSwipe } from './menu-swipe';
import styles from './side-menu.module.css';
import { sideMenuItems } from './side-menu-items';

const LanguageLinks = lazyPart(() => import('../components/language-links').then((m) => m.LanguageLinks));

type Props = { open: boolean; onOpen: () => void; onClose: () => void };

export function SideMenu({ open, onOpen, onClose }: Props) {
  const { isLoggedIn, isGuest } = useSession();
  const unread = useQuery({ ...unreadQuery(), enabled: isLoggedIn }).data ?? 0;
  const canInstall = useCanInstall();
  useLayer(onClose, open);
  useMenuSwipe(onOpen);
  const addToHomeScreen = () => {
    onClose();
    void install();
  };
  return (
    // A swipe anywhere in the shell opens it; a swipe here closes it.
    <SwipeableDrawer
      anchor="left"
      open={open}
      onOpen={onOpen}
      onClose={onClose}
      disableSwipeToOpen
      slotProps={{ paper: { 'aria-label': i18n._('Menu') } }}
    >
      <nav className={styles.menu} aria-label={i18n._('Menu')}>
        <header className={styles.head}>
          <BrandMark linked={false} />
          <IconButton look="round" icon="close" label={i18n._('Close')} onClick={onClose} />
        </header>
        <ul>
          {sideMenuItems({ isLoggedIn, isGuest, unread }).map((item) => (
            <li key={item.to}>
              <Link className={styles.item} to={item.to} onClick={onClose}>
                <Icon name={item.icon} />
                {item.label}
                {item.dot && (
                  <span className={styles.dot}>
                    <span className="visually-hidden">, {i18n._('Unread')}</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
        {canInstall && (
          <button type="button" className={styles.item} onClick={addToHomeScreen}>
            <Icon name="plus" />
            {i18n._('Add to home screen')}
          </button>
        )}
        <LanguageLinks className={styles.language} />
      </nav>
    </SwipeableDrawer>
  );
}
