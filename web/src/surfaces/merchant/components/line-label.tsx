import type { ReactNode } from 'react';
import styles from './line-label.module.css';

type Props = { children: ReactNode; note?: ReactNode; amount?: string };

/** Selected item, with details and amount. */
export function LineLabel({ children, note, amount }: Props) {
  return (
    <span className={styles.line}>
      <span>
        {children}
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {amount && <span className={styles.amount}>{amount}</span>}
    </span>
  );
}
