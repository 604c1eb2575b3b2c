import styles from './view-notice.module.css';

/** Banner on every page of a held site. */
export function HeldNotice({ text }: { text: string }) {
  return (
    <div role="status" className={styles.notice}>
      <span className={styles.text}>{text}</span>
    </div>
  );
}
