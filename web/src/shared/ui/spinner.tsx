import styles from './spinner.module.css';

/** A turning ring, for buttons and small waits; with its text where nothing else says what goes on. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className={styles.row}>
      <span className={styles.ring} aria-hidden="true" />
      {label}
    </span>
  );
}
