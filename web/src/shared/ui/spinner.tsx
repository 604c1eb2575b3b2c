import styles from './spinner.module.css';

/** Spinner for buttons and short waits; with a label if nothing else describes the wait. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className={styles.row}>
      <span className={styles.ring} aria-hidden="true" />
      {label}
    </span>
  );
}
