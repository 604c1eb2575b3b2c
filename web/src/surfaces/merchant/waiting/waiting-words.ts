import { i18n } from '@lingui/core';
import type { WaitingWork } from '@/shared/api/types';
import { addressOf } from '../table';

type Said = {
  title: string;
  text: string;
  /** Where somebody sees to it, and what leads there; null where that is done on the page itself. */
  to: string | null;
  act: string;
};

const kinds: Record<WaitingWork['kind'], () => Said> = {
  unknown_charges: () => ({
    title: i18n._('Payments of which nobody knows the outcome'),
    text: i18n._('Look each one up at the processor, and say how it went.'),
    to: `${addressOf('orders')}?state=unknown`,
    act: i18n._('Look them up'),
  }),
  flagged_orders: () => ({
    title: i18n._('Orders that need a person'),
    text: i18n._('Something about their payment does not fit.'),
    to: `${addressOf('orders')}?state=flagged`,
    act: i18n._('See the orders'),
  }),
  unknown_refunds: () => ({
    title: i18n._('Refunds of which nobody knows the outcome'),
    text: i18n._('Look each one up at the processor, and say how it went.'),
    to: `${addressOf('orders')}?needs=settlement`,
    act: i18n._('Look them up'),
  }),
  open_disputes: () => ({
    title: i18n._('Payments that banks took back'),
    text: i18n._('Answer the bank through your processor, and say here how it ended.'),
    to: `${addressOf('orders')}?state=dispute_open`,
    act: i18n._('See the disputes'),
  }),
  goods_to_send: () => ({
    title: i18n._('Orders with goods to send'),
    text: i18n._('Their customers wait for the parcel.'),
    to: `${addressOf('orders')}?needs=shipment`,
    act: i18n._('Pack and send'),
  }),
  low_stock: () => ({
    title: i18n._('Goods that run out'),
    text: i18n._('Five pieces are left, or fewer.'),
    to: `${addressOf('products')}?type=Swag`,
    act: i18n._('See the goods'),
  }),
  unpaid_members: () => ({
    title: i18n._('Members whose month is not paid'),
    text: i18n._('Their card is tried again by itself. A word at the wash may help.'),
    to: `${addressOf('clubs')}?billing=past_due`,
    act: i18n._('See the members'),
  }),
  silent_terminals: () => ({
    title: i18n._('Terminals that are silent'),
    text: i18n._('Nothing was heard of them for a day.'),
    to: addressOf('terminals'),
    act: i18n._('See the terminals'),
  }),
  bounced_mails: () => ({
    title: i18n._('Mails that came back'),
    text: i18n._('Nobody reads mail at these addresses. Correct them, and send the mails again.'),
    to: null,
    act: '',
  }),
  undelivered_mails: () => ({
    title: i18n._('Mails that could not be delivered'),
    text: i18n._('They are listed below, with what the mail server said.'),
    to: null,
    act: '',
  }),
  dead_jobs: () => ({
    title: i18n._('Work that was given up'),
    text: i18n._('It is listed below: try it again, or discard it.'),
    to: null,
    act: '',
  }),
};

/** In the order in which it is shown: what is about money first. */
export function inOrder(work: WaitingWork[]): WaitingWork[] {
  const order = Object.keys(kinds);
  return work.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** What waits, in words. */
export function waitingIn(kind: WaitingWork['kind']): Said {
  return kinds[kind]();
}
