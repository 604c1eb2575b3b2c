import type { MouseEvent, ReactNode } from 'react';
import styles from './auth-card.module.css';

type Props = {
  title: string;
  lead?: string;
  children: ReactNode;
  /** For those who know that the title hides something: nothing tells anybody else. */
  onTitle?: (press: MouseEvent) => void;
};

/** The quiet card in the middle on which a visitor becomes a customer. */
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
