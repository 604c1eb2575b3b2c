import type { ReactNode, Ref } from 'react';
import styles from './auth-card.module.css';

type Props = { title: string; lead?: string; titleRef?: Ref<HTMLHeadingElement>; children: ReactNode };

/** The quiet card in the middle on which a visitor becomes a customer. */
export function AuthCard({ title, lead, titleRef, children }: Props) {
  return (
    <section className={styles.card}>
      <header className={styles.head}>
        <h2 ref={titleRef} className={styles.title}>
          {title}
        </h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </section>
  );
}
