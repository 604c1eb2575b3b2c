import { i18n } from '@lingui/core';
import { cardLabel } from '@/features/payments/components/card-on-file';
import type { Payment } from '@/shared/api/types';
import { money } from '@/shared/lib/money';
import { dialogs } from '@/shared/ui/dialogs';

type Question<T> = {
  total: number;
  payment: Payment;
  /** Runs after 'Yes' while the question shows that it is at work. */
  work: () => Promise<T>;
};

export type Outcome<T> = { done: T } | { error: unknown };

/** Money is never a surprise: says the total and asks. Null when the customer said no. */
export async function confirmTotal<T>({ total, payment, work }: Question<T>): Promise<Outcome<T> | null> {
  let outcome: Outcome<T> | null = null;
  const sure = await dialogs.promise({
    title: i18n._('Your total is {total}', { total: money(total) }),
    text: i18n._('We charge it to your {card}. Do you want to continue?', {
      card: cardLabel(payment) || i18n._('card'),
    }),
    icon: 'card',
    label: i18n._('Yes'),
    close: i18n._('No'),
    closeAfter: true,
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
