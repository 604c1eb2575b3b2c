import { i18n } from '@lingui/core';
import type { OrderDetail, OrderHistory, OrderLine } from '@/shared/api/types';
import { dateTime, longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { mailName } from '../settings/mails/mail-names';
import { disputeReason, disputeStateOf } from './dispute-words';
import { processorName, refundStateOf, shipmentOf, stateOf } from './order-words';

type Part = { title: string; lines: (string | null | undefined | false)[] };

function addressed({ address }: OrderLine): string | null {
  if (!address) return null;
  const { first, last, address1, address2, city, state, zipCode } = address;
  return [`${first} ${last}`, address1, address2, city, state, zipCode].filter(Boolean).join(', ');
}

function sold(line: OrderLine, say: (minor: number) => string): string {
  const shipment = shipmentOf(line)?.label;
  return [
    `${line.name}: ${say(line.price + line.taxes)}`,
    line.isGift && i18n._('Gift for {recipient}', { recipient: line.giftedTo ?? line.giftedEmail ?? '–' }),
    line.cardLastFour && i18n._('Gift card ending in {digits}', { digits: line.cardLastFour }),
    shipment,
    line.carrier,
    line.tracking,
    addressed(line),
  ]
    .filter(Boolean)
    .join('; ');
}

/** Evidence of an order as plain text for a dispute, in sections. */
export function evidenceOf(order: OrderDetail, history: OrderHistory, companyName: string): string {
  const say = (minor: number) => money(minor, { currency: order.currency });
  const { payment } = order;
  const mails = history.acts.filter(({ action }) => action === 'mail_sent');
  const parts: Part[] = [
    {
      title: i18n._('Order {number}', { number: order.orderNumber }),
      lines: [
        `${i18n._('Merchant')}: ${companyName}`,
        `${i18n._('Ordered')}: ${dateTime(order.createdAt)}`,
        order.settledAt && `${i18n._('Paid')}: ${dateTime(order.settledAt)}`,
        `${i18n._('Status')}: ${stateOf(order).label}`,
        `${i18n._('Total')}: ${say(order.total)}`,
        `${i18n._('Transaction record')}: ${order.transRecordId}`,
      ],
    },
    {
      title: i18n._('Customer'),
      lines: [order.customerName ?? i18n._('Deleted account'), order.customerEmail],
    },
    {
      title: i18n._('Payment'),
      lines: payment
        ? [
            `${i18n._('Processor')}: ${processorName(payment.processor)}`,
            `${i18n._('Charged')}: ${say(payment.amount)}`,
            `${i18n._('Reference')}: ${payment.reference}`,
            payment.code && `${i18n._('Code')}: ${payment.code}`,
          ]
        : [],
    },
    { title: i18n._('Items'), lines: order.lines.map((line) => sold(line, say)) },
    {
      title: i18n._('Redeemed codes'),
      lines: history.uses.map(({ at, name, codeEnds, location, terminal }) =>
        [dateTime(at), name, i18n._('code ending in {digits}', { digits: codeEnds }), location, terminal]
          .filter(Boolean)
          .join(', '),
      ),
    },
    {
      title: i18n._('Club washes in the period this order paid for'),
      lines: history.clubUses.map(({ at, club, location, terminal }) =>
        [dateTime(at), club, location, terminal].filter(Boolean).join(', '),
      ),
    },
    {
      title: i18n._('Sent emails'),
      lines: mails.map(({ at, detail }) => {
        const { mail = '' } = detail as { mail?: string };
        return `${dateTime(at)}, ${mailName(mail)}`;
      }),
    },
    {
      title: i18n._('Refunds'),
      lines: order.reversals.map(
        (reversal) =>
          `${dateTime(reversal.createdAt)}, ${say(reversal.amount)}, ${refundStateOf(reversal).label}`,
      ),
    },
    {
      title: i18n._('Disputes'),
      lines: order.disputes.map((dispute) =>
        [
          dateTime(dispute.createdAt),
          say(dispute.amount),
          disputeReason(dispute.reason),
          dispute.caseNumber,
          i18n._('Response due {day}', { day: longDate(dispute.respondBy) }),
          disputeStateOf(dispute).label,
        ]
          .filter(Boolean)
          .join(', '),
      ),
    },
  ];
  return parts
    .map(({ title, lines }) => ({ title, lines: lines.filter(Boolean) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].join('\n'))
    .join('\n\n');
}
