import { i18n } from '@lingui/core';
import { money } from '@/shared/format/money';
import type { Ending } from '../model/endings';
import type { Redemption } from '../model/redemptions';
import { UnderWay } from './under-way';

/** Maximum duration of a reservation in milliseconds. */
const whole = 120_000;

type Props = { redemption: Redemption; finish: (ending: Ending) => void };

/** Discounts are used at the register, washes in the lane. */
function wordsFor(discount: number | undefined) {
  if (discount === undefined) {
    return {
      text: i18n._("Confirm when the wash is finished. The code isn't used until then."),
      confirm: i18n._('Confirm wash'),
      cancel: i18n._("Wash didn't run"),
    };
  }
  return {
    text: i18n._('Take {amount} off the price, then confirm.', { amount: money(discount) }),
    confirm: i18n._('Confirm discount'),
    cancel: i18n._('Discount not used'),
  };
}

export function Washing({ redemption: { name, discount, reservedUntil }, finish }: Props) {
  const words = wordsFor(discount);
  return (
    <UnderWay
      tone="quiet"
      icon="drop"
      title={name}
      until={reservedUntil}
      whole={whole}
      finish={finish}
      {...words}
    />
  );
}
