import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { money } from '@/shared/format/money';
import type { Ending } from '../api/redemptions';
import { serverNow } from '../model/clock';
import type { Redemption } from '../model/redemptions';
import { Verdict } from './verdict';
import styles from './washing.module.css';

/** Milliseconds for which a code is held at most. */
const whole = 120_000;

function useRest(until: string): number {
  const rest = () => Math.max(0, Date.parse(until) - serverNow());
  const [left, setLeft] = useState(rest);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Date.parse(until) - serverNow())), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

type Props = { redemption: Redemption; finish: (ending: Ending) => void };

/** A discount is used at the till, a wash in the lane. */
function wordsFor(discount: number | undefined) {
  if (discount === undefined) {
    return {
      text: i18n._('The wash is running. Its code is used once the car is washed.'),
      confirm: i18n._('The car is washed'),
      cancel: i18n._('The wash did not run'),
    };
  }
  return {
    text: i18n._('Take {amount} off the price.', { amount: money(discount) }),
    confirm: i18n._('It was taken off'),
    cancel: i18n._('It was not used'),
  };
}

/** What was started is under way. Who presses nothing is taken to have had it once the bar is empty. */
export function Washing({ redemption, finish }: Props) {
  const rest = useRest(redemption.reservedUntil);
  const words = wordsFor(redemption.discount);
  return (
    <Verdict tone="quiet" icon="drop" title={redemption.name} text={words.text}>
      <div className={styles.bar} aria-hidden="true">
        <span style={{ transform: `scaleX(${Math.min(1, rest / whole)})` }} />
      </div>
      <Button variant="contained" size="large" onClick={() => finish('confirm')}>
        {words.confirm}
      </Button>
      <Button variant="outlined" size="large" onClick={() => finish('cancel')}>
        {words.cancel}
      </Button>
    </Verdict>
  );
}
