import { i18n } from '@lingui/core';

const jobs: Record<string, () => string> = {
  'back_office.deliver_message': () => i18n._('In-app message delivery'),
  'checkout.failure_mail': () => i18n._('Failed payment email'),
  'checkout.receipt': () => i18n._('Receipt email'),
  'checkout.reversal_mail': () => i18n._('Refund email'),
  'checkout.shipped_mail': () => i18n._('Shipping email'),
  'checkout.sweep': () => i18n._('Payment status check'),
  'checkout.sweep_reversal': () => i18n._('Refund status check'),
  'checkout.take_back': () => i18n._('Late charge refund'),
  'clubs.bill': () => i18n._('Club renewal'),
  'clubs.mail': () => i18n._('Club email'),
  'gift_cards.mail': () => i18n._('Gift card email'),
  'clubs.end_refunded': () => i18n._('End of refunded membership'),
  'gift_cards.refund_mail': () => i18n._('Refund gift card email'),
  'gift_cards.release': () => i18n._('Gift card hold release'),
  'gifts.expire': () => i18n._('Unclaimed gift expiry'),
  'gifts.mail': () => i18n._('Gift email'),
  'gifts.undelivered_mail': () => i18n._('Undelivered gift email'),
  'identity.account_deleted': () => i18n._('Account deletion email'),
  'identity.digests': () => i18n._('Deleted account fingerprinting'),
  'identity.email_change_over': () => i18n._('Previous email address cleanup'),
  'identity.email_changed': () => i18n._('Email address change notice'),
  'identity.empty_wal': () => i18n._('Deleted account purge'),
  'identity.forget_captchas': () => i18n._('Captcha cleanup'),
  'identity.login_method_added': () => i18n._('New login method notice'),
  'identity.mail_link': () => i18n._('Email confirmation'),
  'identity.password_changed': () => i18n._('Password change email'),
  'identity.password_recovery': () => i18n._('Password reset email'),
  'ledger.seal': () => i18n._('Ledger sealing'),
  'loyalty.mail': () => i18n._('Points email'),
  'loyalty.next_award': () => i18n._('Award creation'),
  'loyalty.referral': () => i18n._('Referral reward'),
  'notifications.push': () => i18n._('Push notification'),
  'payments.delete_token': () => i18n._('Card deletion'),
  'payments.forget_credentials': () => i18n._('Old credentials removal'),
  'payments.reconcile': () => i18n._('Charge status check'),
  'payments.void_verification': () => i18n._('Card test reversal'),
  'staff.mail_account_change': () => i18n._('Merchant account change email'),
  'staff.mail_invitation': () => i18n._('Team invitation email'),
  'terminal.void_unconfirmed': () => i18n._('Kiosk payment release'),
  'wallet.release': () => i18n._('Reserved code release'),
};

/** Name of a job type; unknown types keep their identifier. */
export function jobName(kind: string): string {
  return jobs[kind]?.() ?? kind;
}
