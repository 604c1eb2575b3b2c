import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import styles from './record-list.module.css';

export type Record = { id: string; what: ReactNode; note?: ReactNode; aside?: ReactNode };

/** Number of rows shown initially. */
const few = 5;

/** Records of one type, newest first: a few, and all on demand. */
export function RecordList({ records, none }: { records: Record[]; none: string }) {
  const [all, setAll] = useState(false);
  if (records.length === 0) return <p className={styles.note}>{none}</p>;
  const shown = all ? records : records.slice(0, few);
  return (
    <>
      <ul className={styles.records}>
        {shown.map(({ id, what, note, aside }) => (
          <li key={id} className={styles.record}>
            <span className={styles.what}>
              <span>{what}</span>
              {note && <span className={styles.note}>{note}</span>}
            </span>
            {aside}
          </li>
        ))}
      </ul>
      {shown.length < records.length && (
        <Button className={styles.all ?? ''} size="small" variant="text" onClick={() => setAll(true)}>
          {i18n._('Show all {count}', { count: records.length })}
        </Button>
      )}
    </>
  );
}
