import type { ReactNode } from 'react';
import styles from './list-controls.module.css';

/** Search, filter and sort controls of a list, in a row if there is room. */
export function ListControls({ children }: { children: ReactNode }) {
  return <div className={styles.controls}>{children}</div>;
}
