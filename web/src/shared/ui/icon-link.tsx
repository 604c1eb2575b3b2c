import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon';
import styles from './icon-button.module.css';
import type { IconName } from './icon-paths';

type Props = {
  icon: IconName;
  /** Where it leads: its name, and its tooltip. */
  label: string;
  to: string;
  /** What lies on a corner of it. */
  children?: ReactNode;
};

/** A link that shows an icon and no words, round as the buttons beside it. */
export function IconLink({ icon, label, to, children }: Props) {
  return (
    <Link className={styles.button} data-look="round" to={to} aria-label={label} title={label}>
      <Icon name={icon} size={22} />
      {children}
    </Link>
  );
}
