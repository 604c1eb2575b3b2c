import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '@/features/identity/api/account';
import { useSession } from '@/shared/api/session';
import { site } from '@/shared/site/boot';
import { useScheme } from '@/shared/theme/scheme';
import { Icon } from '@/shared/ui/icon';
import { IconButton } from '@/shared/ui/icon-button';
import styles from './top-bar.module.css';

function SchemeToggle() {
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

/** Who is here, and the way out. */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { isLoggedIn } = useSession();
  const { data } = useQuery({ ...accountQuery(), enabled: isLoggedIn });
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton icon="menu" label={i18n._('Menu')} onClick={onMenu} />
      </span>
      <span className={styles.site}>{site().companyName}</span>
      <SchemeToggle />
      {isLoggedIn && (
        <>
          {data && <span className={styles.person}>{`${data.firstName} ${data.lastName}`}</span>}
          {/* Other surfaces are documents of their own. */}
          <a className={styles.out} href="/logOut" aria-label={i18n._('Log Out')} title={i18n._('Log Out')}>
            <Icon name="logOut" size={20} />
          </a>
        </>
      )}
    </header>
  );
}
