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

/** A card is being charged. */
export function Charging({ amount, news, giveUp }: Props) {
  if (news === 'asked') {
    return (
      <Verdict tone="quiet" icon="card" title={money(amount)}>
        <Spinner label={i18n._('Charging the card…')} />
      </Verdict>
    );
  }
  const silent = news === 'unanswered';
  return (
    <Verdict
      tone="bad"
      icon={silent ? 'alert' : 'clock'}
      title={silent ? i18n._('No connection') : i18n._('Not known yet')}
      text={
        silent
          ? i18n._('We keep trying. Please start nothing yet.')
          : i18n._('The bank has not answered yet. Please start nothing yet.')
      }
    >
      <Button variant="outlined" size="large" onClick={giveUp}>
        {i18n._('Cancel the payment')}
      </Button>
    </Verdict>
  );
}
