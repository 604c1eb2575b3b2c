import { i18n } from '@lingui/core';
import type { OrderReversal } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';

/** Says how a refund went: one that did not go well stays on the screen. */
export async function tellRefund({ state, amount: minor, code }: OrderReversal, currency: string) {
  const amount = money(minor, { currency });
  if (state === 'declined') {
    await dialogs.error({
      title: i18n._('Not refunded'),
      text: i18n._('The processor refused the refund of {amount} ({code}). Everything is as before.', {
        amount,
        code,
      }),
    });
  } else if (state === 'done') {
    toast(i18n._('{amount} refunded', { amount }));
  } else {
    await dialogs.warning({
      title: i18n._('Outcome unknown'),
      text: i18n._(
        'The processor has not said what became of the refund of {amount}. Please look it up there, and say here what you found. It is not sent twice.',
        { amount },
      ),
    });
  }
}
