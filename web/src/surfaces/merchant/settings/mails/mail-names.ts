import { i18n } from '@lingui/core';

const names: Record<string, () => string> = {
  email_confirmation: () => i18n._('Email confirmation'),
  password_recovery: () => i18n._('Password reset'),
  email_changed: () => i18n._('Email address changed'),
  login_method_added: () => i18n._('Login method added'),
  password_changed: () => i18n._('Password changed'),
  account_deleted: () => i18n._('Account deleted'),
  receipt: () => i18n._('Receipt'),
  refund: () => i18n._('Refund'),
  payment_failed: () => i18n._('Payment failed'),
  shipped: () => i18n._('Order shipped'),
  gift: () => i18n._('Gift'),
  gift_undelivered: () => i18n._('Gift not delivered'),
  gift_card: () => i18n._('Gift card'),
  award_earned: () => i18n._('Award earned'),
  referral_rewarded: () => i18n._('Referral reward'),
  club_cancelled: () => i18n._('Membership canceled'),
  club_reactivated: () => i18n._('Membership reactivated'),
  club_changed: () => i18n._('Club changed'),
  club_chosen: () => i18n._('Club change scheduled'),
  club_unpaid: () => i18n._('Membership past due'),
  club_suspended: () => i18n._('Membership suspended'),
  club_given_up: () => i18n._('Membership ended for nonpayment'),
  club_card_expires: () => i18n._('Membership card expiring'),
  club_paused: () => i18n._('Membership paused'),
  club_resumed: () => i18n._('Membership resumed'),
  club_price: () => i18n._('Club price change'),
  owner_invitation: () => i18n._('Owner invitation'),
  staff_invitation: () => i18n._('Team invitation'),
  merchant_account_changed: () => i18n._('Merchant account changed'),
  club_ended: () => i18n._('Membership ended'),
};

/** Name of an email; unknown ones keep their identifier. */
export function mailName(kind: string): string {
  return names[kind]?.() ?? kind;
}

/** Emails in display order: the most common first. */
export function inOrder<T extends { kind: string }>(mails: T[]): T[] {
  const order = Object.keys(names);
  const place = ({ kind }: T) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return mails.toSorted((one, other) => place(one) - place(other));
}
