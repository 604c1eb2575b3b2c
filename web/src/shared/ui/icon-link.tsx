import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon';
import styles from './icon-button.module.css';
import type { IconName } from './icon-paths';

type Props = {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  to: string;
  /** Badge at a corner. */
  children?: ReactNode;
};

/** Round icon link, like the buttons next to it. */
export function IconLink({ icon, label, to, children }: Props) {
  return (
    <Link className={styles.button} data-look="round" to={to} aria-label={label} title={label}>
      <Icon name={icon} size={22} />
      {children}
    </Link>
  );
}
