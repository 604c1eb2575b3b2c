import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { money } from '@/shared/format/money';
import { Spinner } from '@/shared/ui/spinner';
import type { News } from '../model/stage';
import { Verdict } from './verdict';

type Props = {
  /** Minor units. */
  amount: number;
  news: News;
  giveUp: () => void;
};

/** Charge in progress. */
export function Charging({ amount, news, giveUp }: Props) {
  if (news === 'asked') {
    return (
      <Verdict tone="quiet" icon="card" title={money(amount)}>
        <Spinner label={i18n._('Charging card…')} />
      </Verdict>
    );
  }
  const silent = news === 'unanswered';
  return (
    <Verdict
      tone="bad"
      icon={silent ? 'alert' : 'clock'}
      title={silent ? i18n._('No connection') : i18n._('Payment pending')}
      text={
        silent
          ? i18n._("We'll keep trying. Don't start the wash yet.")
          : i18n._("The bank hasn't responded yet. Don't start the wash yet.")
      }
    >
      <Button variant="outlined" size="large" onClick={giveUp}>
        {i18n._('Cancel payment')}
      </Button>
    </Verdict>
  );
}
