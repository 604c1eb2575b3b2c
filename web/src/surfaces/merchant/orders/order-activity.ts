import { i18n } from '@lingui/core';
import type { OrderHistory, OrderReversal } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { differences } from '@/shared/office/differences';
import { disputeReason, disputeReasons, disputeStateOf } from './dispute-words';
import { refundDestinations, refundReasonOf, shipmentOf, stateOf } from './order-words';

export type OrderAct = OrderHistory['acts'][number];

type Field = { name: () => string; value?: (value: string, act: OrderAct, currency: string) => string };

const yes = (value: string) => (value === 'true' ? i18n._('Yes') : i18n._('No'));

/** Status of the order, shipment or dispute, depending on the event. */
function stateIn(state: string, { action }: OrderAct): string {
  if (action === 'goods_moved') return shipmentOf({ fulfillmentState: state as never })?.label ?? '';
  if (action === 'dispute_settled') return disputeStateOf({ state: state as never }).label;
  return stateOf({ state: state as never }).label;
}

function reasonIn(reason: string): string {
  const known = disputeReasons.find((one) => one === reason);
  return known ? disputeReason(known) : reason;
}

/** Fields of an order's events. Numbers of rows (`reversal`, `lines`, `dispute`) mean nothing to readers. */
const fields: Record<string, Field> = {
  amount: { name: () => i18n._('Amount'), value: (minor, _, currency) => money(Number(minor), { currency }) },
  carrier: { name: () => i18n._('Carrier') },
  caseNumber: { name: () => i18n._('Processor case number') },
  code: { name: () => i18n._('Authorization or decline code') },
  destination: {
    name: () => i18n._('Refund to'),
    value: (to) => refundDestinations().find(({ value }) => value === to)?.label ?? to,
  },
  endMembership: { name: () => i18n._('End membership'), value: yes },
  override: { name: () => i18n._('Reason') },
  payment: { name: () => i18n._('Payment reference') },
  reason: { name: () => i18n._('Reason'), value: reasonIn },
  refundReason: {
    name: () => i18n._('Refund reason'),
    value: (reason) => refundReasonOf({ reason: reason as NonNullable<OrderReversal['reason']> }) ?? reason,
  },
  respondBy: { name: () => i18n._('Respond by'), value: longDate },
  restock: { name: () => i18n._('Return to stock'), value: yes },
  state: { name: () => i18n._('Status'), value: stateIn },
  takeBack: { name: () => i18n._('Codes voided'), value: yes },
  takenBack: { name: () => i18n._('Charge reversed'), value: yes },
  tracking: { name: () => i18n._('Tracking number') },
};

/** What an event of an order changed, one fact per line. */
export function activityLines(act: OrderAct, currency: string): string[] {
  if (act.action === 'mail_sent') return [];
  const changes = [...differences(act.before, act.after), ...differences(null, act.detail)];
  return changes.flatMap(({ path, before, after }) => {
    const field = fields[path];
    if (!field) return [];
    const said = (value: string | null) => value && (field.value ? field.value(value, act, currency) : value);
    const [was, is] = [said(before), said(after)];
    return [`${field.name()}: ${[was, is].filter(Boolean).join(' → ')}`];
  });
}
