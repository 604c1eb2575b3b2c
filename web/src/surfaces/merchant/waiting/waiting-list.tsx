import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { WaitingWork } from '@/shared/api/types';
import styles from './waiting-list.module.css';
import { waitingIn } from './waiting-words';

/** What waits, each with what is done about it. */
export function WaitingList({ work }: { work: WaitingWork[] }) {
  return (
    <ul className={styles.list}>
      {work.map(({ kind, count }) => {
        const { title, text, to, act } = waitingIn(kind);
        return (
          <li key={kind} className={styles.work}>
            <span className={styles.count}>{count}</span>
            <div className={styles.words}>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
            {to && (
              <Button component={Link} to={to} variant="outlined">
                {act}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
