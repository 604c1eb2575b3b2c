import type { ReactNode } from 'react';
import { Icon } from './icon';
import type { IconName } from './icon-paths';
import styles from './state-view.module.css';

type Props = { icon: IconName; title: ReactNode; text?: ReactNode; level?: 1 | 2; children?: ReactNode };

/** Message in place of content. */
export function StateView({ icon, title, text, level = 2, children }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name={icon} size={36} />
      </span>
      <Heading>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
