import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useState } from 'react';
import type { IconName } from '@/shared/ui/icon-paths';
import { serverNow } from '../model/clock';
import type { Ending } from '../model/endings';
import styles from './under-way.module.css';
import { Verdict } from './verdict';

function useRest(until: string): number {
  const rest = () => Math.max(0, Date.parse(until) - serverNow());
  const [left, setLeft] = useState(rest);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Date.parse(until) - serverNow())), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

type Props = {
  tone: 'good' | 'quiet';
  icon: IconName;
  title: string;
  text: string;
  /** End time by the server's clock. */
  until: string;
  /** Maximum duration in milliseconds. */
  whole: number;
  confirm: string;
  cancel: string;
  finish: (ending: Ending) => void;
  /** Below the buttons. */
  foot?: ReactNode;
};

/** Started wash or payment. Without input, it counts as completed when the bar is empty. */
export function UnderWay({ until, whole, confirm, cancel, finish, ...verdict }: Props) {
  const rest = useRest(until);
  return (
    <Verdict {...verdict}>
      <div className={styles.bar} aria-hidden="true">
        <span style={{ transform: `scaleX(${Math.min(1, rest / whole)})` }} />
      </div>
      <Button variant="contained" size="large" onClick={() => finish('confirm')}>
        {confirm}
      </Button>
      <Button variant="outlined" size="large" onClick={() => finish('cancel')}>
        {cancel}
      </Button>
    </Verdict>
  );
}
