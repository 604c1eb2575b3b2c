import styles from './spinner.module.css';

/** A turning ring with its text, for buttons and small waits. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles.row}>
      <span className={styles.ring} aria-hidden="true" />
      {label}
    </span>
  );
}
