import { i18n } from '@lingui/core';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/shared/site/routes';
import { Icon } from '@/shared/ui/icon';
import { BrandMark } from '../components/brand-mark';
import round from '../components/round-button.module.css';
import { SchemeToggle } from '../components/scheme-toggle';
import styles from './top-bar.module.css';

/** Pages that a mail opens have nowhere to go back to, and their sign leads nowhere. */
const fromMail = [paths.updated, paths.confirmEmail, paths.passwordRecovery].map((path) =>
  path.toLowerCase(),
);

export function TopBar() {
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  const home = pathname === paths.home;
  const back = () => (key === 'default' ? navigate(paths.home) : navigate(-1));
  return (
    <header className={styles.bar}>
      {!home && (
        <button type="button" className={round.round} onClick={back} aria-label={i18n._('Back')}>
          <Icon name="back" />
        </button>
      )}
      <div className={styles.mark} data-home={home}>
        <BrandMark linked={!fromMail.includes(pathname.toLowerCase())} />
      </div>
      <SchemeToggle />
    </header>
  );
}
