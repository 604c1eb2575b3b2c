import { i18n } from '@lingui/core';
import type { OrderDetail } from '@/shared/api/types';
import { disputeStateOf } from './dispute-words';
import { refundStateOf, stateOf } from './order-words';

export type Event = { at: string; text: string };

/** Events of an order, newest first. */
export function timelineOf(order: OrderDetail, say: (minor: number) => string): Event[] {
  const { createdAt, settledAt, state, total, reversals, disputes } = order;
  const failed = state === 'failed';
  const events: Event[] = [
    { at: createdAt, text: i18n._('{amount} order placed', { amount: say(total) }) },
    ...(settledAt ? [{ at: settledAt, text: failed ? stateOf({ state }).label : i18n._('Paid') }] : []),
    ...reversals.flatMap((reversal) => {
      const amount = say(reversal.amount);
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
