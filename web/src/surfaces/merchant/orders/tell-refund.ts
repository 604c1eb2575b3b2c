import { i18n } from '@lingui/core';
import type { OrderReversal } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';

/** Shows the result of a refund; failures stay on screen. */
export async function tellRefund({ state, amount: minor, code, giftCard }: OrderReversal, currency: string) {
  const amount = money(minor, { currency });
  if (state === 'declined') {
    await dialogs.error({
      title: i18n._('Refund declined'),
      text: i18n._('The processor declined the {amount} refund ({code}). Nothing was changed.', {
        amount,
        code,
      }),
    });
  } else if (state === 'done') {
    toast(
      giftCard
        ? i18n._('{amount} refunded to a gift card', { amount })
        : i18n._('{amount} refunded', { amount }),
    );
  } else {
    await dialogs.warning({
      title: i18n._('Refund status unknown'),
      text: i18n._(
        "The processor hasn't confirmed the {amount} refund. Check it there, then record the outcome here. We won't send it again.",
        { amount },
      ),
    });
  }
}
