import Button from '@mui/material/Button';
import styles from './view-notice.module.css';

/** Banner on every page of a shop that only its team sees. */
export function ClosedNotice({ text, act }: { text: string; act: string }) {
  return (
    <div role="status" className={styles.notice}>
      <span className={styles.text}>{text}</span>
      <Button size="small" color="inherit" variant="outlined" href="/mmtpo">
        {act}
      </Button>
    </div>
  );
}
