import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { useCart } from '@/features/checkout/model/cart';
import { countUnits } from '@/features/checkout/model/cart-lines';
import { unreadQuery } from '@/features/notifications/api/unread';
import { useSession } from '@/shared/api/session';
import { Icon } from '@/shared/ui/icon';
import type { IconName } from '@/shared/ui/icon-paths';
import { addressOf } from '../table';
import styles from './bottom-bar.module.css';

type Props = { menuOpen: boolean; openMenu: () => void };
type TabProps = { to: string; icon: IconName; label: string; count?: number };

function Badge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  );
}

function Tab({ to, icon, label, count = 0 }: TabProps) {
  const items = i18n._('{count, plural, one {# item} other {# items}}', { count });
  return (
    <li>
      <NavLink to={to} end={to === addressOf('home')} className={styles.tab ?? ''}>
        <span className={styles.icon}>
          <Icon name={icon} />
          <Badge count={count} />
        </span>
        <span className={styles.label}>{label}</span>
        {count > 0 && <span className="visually-hidden">, {items}</span>}
      </NavLink>
    </li>
  );
}

export function BottomBar({ menuOpen, openMenu }: Props) {
  const { isLoggedIn } = useSession();
  const count = countUnits(useCart());
  const unread = useQuery({ ...unreadQuery(), enabled: isLoggedIn }).data ?? 0;
  const unreadText = i18n._('{unread, plural, one {# unread notification} other {# unread notifications}}', {
    unread,
  });
  return (
    <nav className={styles.bar} aria-label={i18n._('App')}>
      <ul className={styles.tabs}>
        <li>
          <button
            type="button"
            className={styles.tab}
            onClick={openMenu}
            aria-expanded={menuOpen}
            aria-haspopup="dialog"
          >
            <span className={styles.icon}>
              <Icon name="menu" />
              <Badge count={unread} />
            </span>
            <span className={styles.label}>{i18n._('Menu')}</span>
            {unread > 0 && <span className="visually-hidden">, {unreadText}</span>}
          </button>
        </li>
        <Tab to={addressOf('home')} icon="home" label={i18n._('Home')} />
        <Tab to={addressOf('account')} icon="user" label={i18n._('My Account')} />
        <Tab to={addressOf('wallet')} icon="wallet" label={i18n._('Wallet')} />
        {isLoggedIn && (
          <Tab to={addressOf('checkout')} icon="cart" label={i18n._('Checkout')} count={count} />
        )}
      </ul>
    </nav>
  );
}
