import { i18n } from '@lingui/core';
import { useLocation, useNavigate } from 'react-router';
import { IconButton } from '@/shared/ui/icon-button';
import { BrandMark } from '../components/brand-mark';
import { SchemeToggle } from '../components/scheme-toggle';
import { addressOf } from '../table';
import styles from './top-bar.module.css';

/** Pages opened from emails have no way back, and their logo has no link. */
const fromMail = (['updated', 'confirmEmail', 'passwordRecovery', 'invitation'] as const).map((name) =>
  addressOf(name).toLowerCase(),
);

export function TopBar() {
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  const home = pathname === addressOf('home');
  const back = () => (key === 'default' ? navigate(addressOf('home')) : navigate(-1));
  return (
    <header className={styles.bar}>
      {!home && <IconButton look="round" icon="back" label={i18n._('Back')} onClick={back} />}
      <div className={styles.mark} data-home={home}>
        <BrandMark linked={!fromMail.includes(pathname.toLowerCase())} />
      </div>
      <SchemeToggle />
    </header>
  );
}
