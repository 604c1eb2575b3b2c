import { i18n } from '@lingui/core';
import type { Ending } from '../model/endings';
import type { Payment } from '../model/payments';
import { Seller } from './seller';
import { UnderWay } from './under-way';

/** Milliseconds until an unconfirmed payment is voided. */
const whole = 60_000;

type Props = { payment: Payment; settle: (ending: Ending) => void };

/** Approved charge: the customer now gets what they paid for. */
export function Approved({ payment: { name, confirmBy }, settle }: Props) {
  return (
    <UnderWay
      tone="good"
      icon="check"
      title={i18n._('{amount} paid', { amount: name })}
      text={i18n._('Hand over the purchase, then complete the sale.')}
      until={confirmBy}
      whole={whole}
      confirm={i18n._('Complete sale')}
      cancel={i18n._('Cancel payment')}
      finish={settle}
      foot={<Seller />}
    />
  );
}
