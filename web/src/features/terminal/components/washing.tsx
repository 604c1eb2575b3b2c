import { i18n } from '@lingui/core';
import { money } from '@/shared/format/money';
import type { Ending } from '../model/endings';
import type { Redemption } from '../model/redemptions';
import { UnderWay } from './under-way';

/** Milliseconds for which a code is held at most. */
const whole = 120_000;

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
