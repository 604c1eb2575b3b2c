import type { ReactNode } from 'react';
import { takeFocus } from '@/shared/lib/take-focus';
import { Icon } from '@/shared/ui/icon';
import type { IconName } from '@/shared/ui/icon-paths';
import styles from './verdict.module.css';

type Props = {
  tone: 'good' | 'bad' | 'quiet';
  icon: IconName;
  title: ReactNode;
  text?: string | undefined;
  children?: ReactNode;
  /** Below the buttons. */
  foot?: ReactNode;
};

/** Full-screen message, recognizable from a distance by color, icon and text. */
export function Verdict({ tone, icon, title, text, children, foot }: Props) {
  return (
    <section className={styles.verdict} data-tone={tone}>
      <span className={styles.sign}>
        <Icon name={icon} size={120} />
      </span>
      <h1 ref={takeFocus} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
      {foot}
    </section>
  );
}
