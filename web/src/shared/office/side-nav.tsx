import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { Strokes } from '../ui/strokes';
import styles from './side-nav.module.css';

export type Place = {
  to: string;
  label: string;
  /** SVG path of its icon. */
  icon: string;
  /** Whether it contains subpages that have their own entries. */
  above?: boolean;
  /** Content after the name. */
  aside?: ReactNode;
};

export type Places = { title: string; places: Place[] };

type Props = {
  label: string;
  /** Name of the site. */
  name: string;
  below: ReactNode;
  groups: Places[];
  onGo?: (() => void) | undefined;
};

/** Name of the site and the pages the person may open. */
export function SideNav({ label, name, below, groups, onGo }: Props) {
  return (
    <div className={styles.nav}>
      <div className={styles.site}>
        <span className={styles.mark} aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        <div className={styles.names}>
          <strong>{name}</strong>
          <span>{below}</span>
        </div>
      </div>
      <nav aria-label={label}>
        {groups.map(({ title, places }) => (
          <div key={title} className={styles.group}>
            <p className={styles.title} aria-hidden="true">
              {title}
            </p>
            <ul className={styles.places} aria-label={title}>
              {places.map(({ to, label: room, icon, above = false, aside }) => (
                <li key={to}>
                  <NavLink className={styles.place ?? ''} to={to} end={above} onClick={onGo}>
                    <Strokes path={icon} size={20} />
                    {room}
                    {aside}
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
