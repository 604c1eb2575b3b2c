import styles from './view-notice.module.css';

/** Banner above every page of a site that an operator has not released yet. */
export function HeldNotice({ text }: { text: string }) {
  return (
    <div role="status" className={styles.notice}>
      <span className={styles.text}>{text}</span>
    </div>
  );
}
