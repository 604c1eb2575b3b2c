import { i18n } from '@lingui/core';

const names: Record<string, () => string> = {
  email_confirmation: () => i18n._('Confirm the email address'),
  password_recovery: () => i18n._('Set a new password'),
  password_changed: () => i18n._('The password was changed'),
  account_deleted: () => i18n._('The account is deleted'),
  receipt: () => i18n._('Receipt'),
  refund: () => i18n._('Refund'),
  payment_failed: () => i18n._('A payment failed'),
  shipped: () => i18n._('Goods are on their way'),
  gift: () => i18n._('A gift'),
  gift_undelivered: () => i18n._('A gift did not arrive'),
  gift_card: () => i18n._('Gift card'),
  award_earned: () => i18n._('Award for points'),
  referral_rewarded: () => i18n._('Reward for a friend'),
  club_cancelled: () => i18n._('Club: canceled'),
  club_reactivated: () => i18n._('Club: reactivated'),
  club_changed: () => i18n._('Club: changed'),
  club_chosen: () => i18n._('Club: another from the next month on'),
  club_unpaid: () => i18n._('Club: a month is not paid'),
  club_suspended: () => i18n._('Club: suspended'),
  club_given_up: () => i18n._('Club: ended unpaid'),
  club_card_expires: () => i18n._('Club: the card expires'),
  club_paused: () => i18n._('Club: paused'),
  club_resumed: () => i18n._('Club: resumed'),
  club_price: () => i18n._('Club: another price'),
  staff_invitation: () => i18n._('Invitation to the team'),
  club_ended: () => i18n._('Club: ended'),
};

/** What a mail is called; one that this version does not know keeps its name. */
export function mailName(kind: string): string {
  return names[kind]?.() ?? kind;
}

/** Kinds in the order in which they are offered: what everybody gets before what few do. */
export function inOrder<T extends { kind: string }>(mails: T[]): T[] {
  const order = Object.keys(names);
  const place = ({ kind }: T) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return mails.toSorted((one, other) => place(one) - place(other));
}
