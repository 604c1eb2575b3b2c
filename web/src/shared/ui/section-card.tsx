import { type ReactNode, useId } from 'react';
import styles from './section-card.module.css';

type Props = { title: string; action?: ReactNode; children: ReactNode };

/** Section of a page, as a card. */
export function SectionCard({ title, action, children }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
