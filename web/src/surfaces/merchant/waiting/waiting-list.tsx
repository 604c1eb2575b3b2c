import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { WaitingWork } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { site } from '@/shared/site/boot';
import { daysLeft } from '../components/days-left';
import { dayIn } from '../components/zoned';
import styles from './waiting-list.module.css';
import { inOrder, waitingIn } from './waiting-words';

/** Items that need attention, with links. */
export function WaitingList({ work }: { work: WaitingWork[] }) {
  const today = dayIn(site().timeZone);
  return (
    <ul className={styles.list}>
      {inOrder(work).map(({ kind, count, due }) => {
        const { title, text, to, act } = waitingIn(kind);
        return (
          <li key={kind} className={styles.work}>
            <span className={styles.count}>{count}</span>
            <div className={styles.words}>
              <h2>{title}</h2>
              <p>{text}</p>
              {due && (
                <p>{`${i18n._('Next due {day}', { day: longDate(due) })} · ${daysLeft(due, today)}`}</p>
              )}
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
