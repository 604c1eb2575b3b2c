import { i18n } from '@lingui/core';
import { useSession } from '@/shared/api/session';
import styles from '@/shared/office/top-bar.module.css';
import { Icon } from '@/shared/ui/icon';

/** Logs out through the shop, which is a separate document. */
export function WayOut() {
  const { isLoggedIn } = useSession();
  if (!isLoggedIn) return null;
  return (
    <a className={styles.out} href="/logOut" aria-label={i18n._('Log Out')} title={i18n._('Log Out')}>
      <Icon name="logOut" size={20} />
    </a>
  );
}
