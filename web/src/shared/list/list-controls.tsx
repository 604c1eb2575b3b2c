import type { ReactNode } from 'react';
import styles from './list-controls.module.css';

/** What searches, filters and sorts a list, side by side where there is room. */
export function ListControls({ children }: { children: ReactNode }) {
  return <div className={styles.controls}>{children}</div>;
}
