import { i18n } from '@lingui/core';
import type { OrderDetail } from '@/shared/api/types';
import { disputeStateOf } from './dispute-words';
import { refundStateOf, stateOf } from './order-words';

export type Event = { at: string; text: string };

/** Events of an order, newest first. */
export function timelineOf(order: OrderDetail, say: (minor: number) => string): Event[] {
  const { createdAt, settledAt, state, total, reversals, disputes } = order;
  const failed = state === 'failed';
  const paid = total > 0 ? i18n._('Paid') : i18n._('Completed without a charge');
  const events: Event[] = [
    {
      at: createdAt,
      text: total > 0 ? i18n._('{amount} order placed', { amount: say(total) }) : i18n._('Order placed'),
    },
    ...(settledAt ? [{ at: settledAt, text: failed ? stateOf({ state }).label : paid }] : []),
    ...reversals.flatMap((reversal) => {
      const amount = say(reversal.amount);
      if (reversal.amount === 0) {
        const came = i18n._('Cancellation: {outcome}', { outcome: refundStateOf(reversal).label });
        return [
          { at: reversal.createdAt, text: i18n._('Cancellation without a refund requested') },
          ...(reversal.settledAt ? [{ at: reversal.settledAt, text: came }] : []),
        ];
      }
      const asked =
        reversal.kind === 'void'
          ? i18n._('Void of {amount} requested', { amount })
          : i18n._('Refund of {amount} requested', { amount });
      const came = i18n._('{amount} refund: {outcome}', {
        amount,
        outcome: refundStateOf(reversal).label,
      });
      return [
        { at: reversal.createdAt, text: asked },
        ...(reversal.settledAt ? [{ at: reversal.settledAt, text: came }] : []),
      ];
    }),
    ...disputes.flatMap((dispute) => {
      const amount = say(dispute.amount);
      const outcome = disputeStateOf(dispute).label;
      return [
        { at: dispute.createdAt, text: i18n._('{amount} charged back', { amount }) },
        ...(dispute.settledAt
          ? [{ at: dispute.settledAt, text: i18n._('{amount} dispute: {outcome}', { amount, outcome }) }]
          : []),
      ];
    }),
  ];
  return events.reverse().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
