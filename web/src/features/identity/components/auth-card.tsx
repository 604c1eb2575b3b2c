import type { MouseEvent, ReactNode } from 'react';
import styles from './auth-card.module.css';

type Props = {
  title: string;
  lead?: string;
  children: ReactNode;
  /** Hidden trigger in the title, for those who know about it. */
  onTitle?: (press: MouseEvent) => void;
};

/** Centered card for login and sign-up. */
export function AuthCard({ title, lead, children, onTitle }: Props) {
  return (
    <section className={styles.card}>
      <header className={styles.head}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a way in for those who test, which is none in production */}
        <h2 onClick={onTitle} className={styles.title}>
          {title}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </section>
  );
}
