import { i18n } from '@lingui/core';

const jobs: Record<string, () => string> = {
  'back_office.deliver_message': () => i18n._('Hand a message out'),
  'checkout.failure_mail': () => i18n._('Mail that a payment failed'),
  'checkout.receipt': () => i18n._('Mail the receipt'),
  'checkout.reversal_mail': () => i18n._('Mail about the refund'),
  'checkout.shipped_mail': () => i18n._('Mail that goods are on their way'),
  'checkout.sweep': () => i18n._('Ask the processor about the payment'),
  'checkout.sweep_reversal': () => i18n._('Ask the processor about the refund'),
  'checkout.take_back': () => i18n._('Refund a charge that came too late'),
  'clubs.bill': () => i18n._('Charge the next month of a club'),
  'clubs.mail': () => i18n._('Mail about a club'),
  'gift_cards.mail': () => i18n._('Mail a gift card'),
  'gift_cards.release': () => i18n._('Give back what a kiosk held of a gift card'),
  'gifts.expire': () => i18n._('End a gift that nobody has taken'),
  'gifts.mail': () => i18n._('Mail a gift'),
  'gifts.undelivered_mail': () => i18n._('Mail that a gift did not arrive'),
  'identity.account_deleted': () => i18n._('Mail that an account is deleted'),
  'identity.digests': () => i18n._('Fingerprints of earlier accounts'),
  'identity.empty_wal': () => i18n._('Erase what was deleted'),
  'identity.forget_captchas': () => i18n._('Forget old captchas'),
  'identity.mail_link': () => i18n._('Mail a link that confirms an address'),
  'identity.password_changed': () => i18n._('Mail that a password was changed'),
  'identity.password_recovery': () => i18n._('Mail a link that sets a password'),
  'ledger.seal': () => i18n._('Seals of earlier ledger entries'),
  'loyalty.mail': () => i18n._('Mail about points'),
  'loyalty.next_award': () => i18n._('Make the next award'),
  'loyalty.referral': () => i18n._('Reward a friend'),
  'notifications.push': () => i18n._('Push a notification'),
  'payments.delete_token': () => i18n._('Delete a card at the processor'),
  'payments.forget_credentials': () => i18n._('Removal of old processor credentials'),
  'payments.reconcile': () => i18n._('Ask the processor about a charge'),
  'payments.void_verification': () => i18n._('Take back the charge that tested a card'),
  'staff.mail_invitation': () => i18n._('Mail an invitation to the team'),
  'terminal.void_unconfirmed': () => i18n._('Give back what a kiosk did not confirm'),
  'wallet.release': () => i18n._('Set a reserved code free'),
};

/** What work in the background does; what this version does not know keeps its name. */
export function jobName(kind: string): string {
  return jobs[kind]?.() ?? kind;
}
