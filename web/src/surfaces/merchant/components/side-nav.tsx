import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { accountQuery } from '@/features/identity/api/account';
import { useSession } from '@/shared/api/session';
import { boot, site } from '@/shared/site/boot';
import { Strokes } from '@/shared/ui/strokes';
import { placesOf } from '../navigation';
import { WaitingCount } from '../waiting/waiting-count';
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
        {placesOf(data?.role ?? 'customer').map(({ title, places }) => (
          <div key={title} className={styles.group}>
            <p className={styles.title} aria-hidden="true">
              {title}
            </p>
            <ul className={styles.places} aria-label={title}>
              {places.map(({ room, to, label: name, icon }) => (
                <li key={to}>
                  <NavLink className={styles.place ?? ''} to={to} end={room === 'home'} onClick={onGo}>
                    <Strokes path={icon} size={20} />
                    {name}
                    {room === 'waiting' && <WaitingCount />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
