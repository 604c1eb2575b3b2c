import type { ReactNode } from 'react';
import styles from './auth-card.module.css';

type Props = { title: string; lead?: string; children: ReactNode };

/** The quiet card in the middle on which a visitor becomes a customer. */
export function AuthCard({ title, lead, children }: Props) {
  return (
    <section className={styles.card}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </section>
  );
}
