import { i18n } from '@lingui/core';
import Drawer from '@mui/material/Drawer';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '@/shared/api/session';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { IconButton } from '@/shared/ui/icon-button';
import { useLayer } from '@/shared/ui/layers';
import { dealsLabel } from '../model/deals-label';
import { isOffered, menuLinks } from '../model/offer';
import { addressOf } from '../table';
import styles from './narrow-menu.module.css';

export function NarrowMenu() {
  const [open, setOpen] = useState(false);
  const { isLoggedIn } = useSession();
  const close = () => setOpen(false);
  useLayer(close, open);
  const links = isLoggedIn
    ? [
        { label: i18n._('My Account'), to: addressOf('userManagement') },
        { label: i18n._('Wallet'), to: addressOf('wallet') },
        { label: dealsLabel(), to: addressOf('promoCode') },
        { label: i18n._('Log Out'), to: addressOf('logOut') },
      ]
    : [
        { label: i18n._('Log In'), to: addressOf('logIn') },
        { label: i18n._('Sign Up'), to: addressOf('signUp') },
      ];
  return (
    <>
      <IconButton
        look="round"
        icon="menu"
        label={i18n._('Menu')}
        expanded={open}
        onClick={() => setOpen(true)}
      />
      <Drawer
        anchor="right"
        open={open}
        onClose={close}
        slotProps={{ paper: { 'aria-label': i18n._('Menu') } }}
      >
        <nav className={styles.menu} aria-label={i18n._('Main')}>
          <IconButton look="round" icon="close" label={i18n._('Close')} onClick={close} />
          {menuLinks().map((link) => (
            <Link
              key={link.to}
              className={styles.link}
              to={link.to}
              onClick={close}
              lang={merchantLanguage()}
            >
              {link.label}
            </Link>
          ))}
          {links
            .filter(({ to }) => isOffered(to))
            .map((link) => (
              <Link key={link.to} className={styles.link} to={link.to} onClick={close}>
                {link.label}
              </Link>
            ))}
        </nav>
      </Drawer>
    </>
  );
}
