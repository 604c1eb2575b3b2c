import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { accountQuery } from '@/features/identity/api/account';
import { useSession } from '@/shared/api/session';
import { boot, site } from '@/shared/site/boot';
import { Icon } from '@/shared/ui/icon';
import { placesOf } from '../navigation';
import styles from './side-nav.module.css';

type Props = {
  label: string;
  onGo?: () => void;
};

/** Whose site this is, and the rooms that whoever is here may open. */
export function SideNav({ label, onGo }: Props) {
  const { isLoggedIn } = useSession();
  const { data } = useQuery({ ...accountQuery(), enabled: isLoggedIn });
  const { subdomain, environment } = boot();
  const { companyName } = site();
  return (
    <div className={styles.nav}>
      <div className={styles.site}>
        <span className={styles.mark} aria-hidden="true">
          {companyName.slice(0, 1)}
        </span>
        <div className={styles.names}>
          <strong>{companyName}</strong>
          <span>{environment.production ? subdomain : `${subdomain} · ${environment.name}`}</span>
        </div>
      </div>
      <nav aria-label={label}>
        <ul className={styles.places}>
          {placesOf(data?.role ?? 'customer').map(({ to, label: name, icon: sign }) => (
            <li key={to}>
              <NavLink className={styles.place ?? ''} to={to} onClick={onGo}>
                <Icon name={sign} size={20} />
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
