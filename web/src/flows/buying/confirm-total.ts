import { i18n } from '@lingui/core';
import type { CartProduct } from '@/features/checkout/model/cart-lines';
import { listUnits, type Unit } from '@/features/checkout/model/units';
import { cardLabel } from '@/features/payments/components/card-on-file';
import type { Payment, Quote } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { shownPrice } from '@/shared/products/shown-price';
import { type Another, dialogs } from '@/shared/ui/dialogs';
import { clubTerms } from './club-terms';

type Question<T> = {
  quote: Quote;
  units: Unit[];
  payment: Payment;
  /** Club to join, for its renewal terms. */
  club?: CartProduct | undefined;
  /** Another answer than yes and no. */
  another?: Another | undefined;
  /** Runs after confirmation, while the dialog shows progress. */
  work: () => Promise<T>;
};

export type Outcome<T> = { done: T } | { error: unknown };

/** Items, recipients, discounts, start dates and tax to show before payment. */
function whatIsPaid(units: Unit[], { credit, discount, lines, taxes }: Quote): string {
  const begins = lines
    .filter(({ startsOn }) => startsOn)
    .map(({ name, startsOn }) =>
      i18n._('{club} starts on {date}', { club: name, date: longDate(startsOn ?? '') }),
    );
  const credited =
    credit &&
    i18n._('{amount} credited for {club}', {
      amount: money(shownPrice(credit.amount, credit.taxes)),
      club: credit.name,
    });
  const off =
    discount &&
    i18n._('{name}: {amount} off', {
      name: discount.name,
      amount: money(shownPrice(discount.amount, discount.taxes)),
    });
  const what = [listUnits(units), credited, off, ...begins].filter(Boolean).join('. ');
  return taxes > 0
    ? i18n._('{what}. Includes {taxes} tax.', { what, taxes: money(taxes) })
    : i18n._('{what}. No tax.', { what });
}

/** Shows the total and asks for confirmation. Null if the customer declines. */
export async function confirmTotal<T>({
  quote,
  units,
  payment,
  club,
  another,
  work,
}: Question<T>): Promise<Outcome<T> | null> {
  let outcome: Outcome<T> | null = null;
  const question =
    quote.total > 0
      ? i18n._("We'll charge your {card}. Continue?", {
          card: cardLabel(payment) || i18n._('card'),
        })
      : i18n._("You won't be charged today. Continue?");
  const sure = await dialogs.promise({
    title: i18n._('Your total is {total}', { total: money(quote.total) }),
    text: [whatIsPaid(units, quote), club && clubTerms(club, quote), question].filter(Boolean).join(' '),
    icon: 'card',
    label: i18n._('Yes'),
    close: i18n._('No'),
    closeAfter: true,
    another,
    action: async () => {
      outcome = await work().then(
        (done) => ({ done }),
        (error: unknown) => ({ error }),
      );
      return undefined;
    },
  });
  return sure ? outcome : null;
}
