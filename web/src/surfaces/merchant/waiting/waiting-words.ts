import { i18n } from '@lingui/core';
import type { WaitingWork } from '@/shared/api/types';
import { addressOf } from '../table';

type Said = {
  title: string;
  text: string;
  /** Link to handle it; null if it is handled on the page itself. */
  to: string | null;
  act: string;
};

const kinds: Record<WaitingWork['kind'], () => Said> = {
  clock_held: () => ({
    title: i18n._("The server's clock may be wrong"),
    text: i18n._(
      'Renewals, emails and other background jobs are on hold until Suds support corrects or confirms it.',
    ),
    to: null,
    act: '',
  }),
  unknown_charges: () => ({
    title: i18n._('Payments with unknown status'),
    text: i18n._('Find each charge in your processor, then record the outcome.'),
    to: `${addressOf('orders')}?state=unknown`,
    act: i18n._('Review payments'),
  }),
  flagged_orders: () => ({
    title: i18n._('Orders to review'),
    text: i18n._(
      'The payment status is still unknown after a day, or the amount differs. Find the charge in your processor, then record the outcome.',
    ),
    to: `${addressOf('orders')}?state=flagged`,
    act: i18n._('Review orders'),
  }),
  unknown_refunds: () => ({
    title: i18n._('Refunds with unknown status'),
    text: i18n._('Find each refund in your processor, then record the outcome.'),
    to: `${addressOf('orders')}?needs=settlement`,
    act: i18n._('Review refunds'),
  }),
  open_disputes: () => ({
    title: i18n._('Open disputes'),
    text: i18n._('Respond through your processor, then record the outcome here.'),
    to: `${addressOf('orders')}?state=dispute_open`,
    act: i18n._('View disputes'),
  }),
  goods_to_send: () => ({
    title: i18n._('Orders to ship'),
    text: i18n._('Pack and ship these orders.'),
    to: `${addressOf('orders')}?needs=shipment`,
    act: i18n._('View orders'),
  }),
  low_stock: () => ({
    title: i18n._('Low stock'),
    text: i18n._('5 or fewer left.'),
    to: `${addressOf('products')}?type=Swag`,
    act: i18n._('View products'),
  }),
  unpaid_members: () => ({
    title: i18n._('Past-due members'),
    text: i18n._('We retry the card automatically. Ask them to update it at their next visit.'),
    to: `${addressOf('clubs')}?billing=past_due`,
    act: i18n._('View members'),
  }),
  silent_terminals: () => ({
    title: i18n._('Offline terminals'),
    text: i18n._('No contact for more than 24 hours.'),
    to: addressOf('terminals'),
    act: i18n._('View terminals'),
  }),
  bounced_mails: () => ({
    title: i18n._('Bounced emails'),
    text: i18n._('Emails to these addresses bounced. Fix each address and resend.'),
    to: null,
    act: '',
  }),
  failed_templates: () => ({
    title: i18n._('Failed email templates'),
    text: i18n._('Customers got the default email instead. Fix or reset each template below.'),
    to: null,
    act: '',
  }),
  undelivered_mails: () => ({
    title: i18n._('Undelivered emails'),
    text: i18n._('See each server response below.'),
    to: null,
    act: '',
  }),
  dead_jobs: () => ({
    title: i18n._('Failed jobs'),
    text: i18n._('Retry or discard each job below.'),
    to: null,
    act: '',
  }),
};

/** In display order: payments first. */
export function inOrder(work: WaitingWork[]): WaitingWork[] {
  const order = Object.keys(kinds);
  return work.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Text of an item. */
export function waitingIn(kind: WaitingWork['kind']): Said {
  return kinds[kind]();
}
