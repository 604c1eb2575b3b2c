import { i18n } from '@lingui/core';
import type { AuditEntry } from '@/shared/api/types';

const acts: Record<string, () => string> = {
  account_deleted: () => i18n._('Account deleted'),
  back_office_viewed: () => i18n._('Looked into by the provider'),
  bounce_put_aside: () => i18n._('Returned mail put aside'),
  captcha_set: () => i18n._('Captcha chosen'),
  captcha_tested: () => i18n._('Captcha tried'),
  checklist_moved: () => i18n._('First steps put aside or brought back'),
  club_ended: () => i18n._('Membership ended'),
  club_moved: () => i18n._('Member moved to another club'),
  club_paused: () => i18n._('Membership paused'),
  club_price_announced: () => i18n._('Price announced'),
  club_resumed: () => i18n._('Membership resumed'),
  club_retried: () => i18n._('Month charged again'),
  confirmation_sent_again: () => i18n._('Confirmation sent again'),
  contact_changed: () => i18n._('Account corrected'),
  customer_blocked: () => i18n._('Account blocked'),
  customer_logged_out: () => i18n._('Logged out everywhere'),
  customer_unblocked: () => i18n._('Account unblocked'),
  dispute_codes_taken: () => i18n._('Codes of a disputed order taken out of use'),
  dispute_recorded: () => i18n._('Dispute recorded'),
  dispute_settled: () => i18n._('Dispute settled'),
  firebase_key_changed: () => i18n._('Firebase key changed'),
  gift_card_adjusted: () => i18n._('Gift card adjusted'),
  gift_card_blocked: () => i18n._('Gift card blocked'),
  gift_card_sent_again: () => i18n._('Gift card sent again'),
  gift_card_unblocked: () => i18n._('Gift card unblocked'),
  goods_moved: () => i18n._('Shipment updated'),
  item_granted: () => i18n._('Wash given'),
  job_discarded: () => i18n._('Work discarded'),
  job_retried: () => i18n._('Work tried again'),
  location_added: () => i18n._('Location added'),
  location_archived: () => i18n._('Location archived'),
  location_changed: () => i18n._('Location changed'),
  location_moved: () => i18n._('Location moved'),
  location_restored: () => i18n._('Location brought back'),
  log_in: () => i18n._('Logged in'),
  log_out: () => i18n._('Logged out'),
  loyalty_changed: () => i18n._('Points decided anew'),
  mail_changed: () => i18n._('Words of a mail changed'),
  mail_sender_changed: () => i18n._('Sender of mails changed'),
  mail_sent_again: () => i18n._('Returned mail sent again'),
  mail_tested: () => i18n._('Test mail sent'),
  map_keys_set: () => i18n._('Keys of maps changed'),
  message_sent: () => i18n._('Message sent'),
  offer_added: () => i18n._('Offer added'),
  offer_changed: () => i18n._('Offer changed'),
  offer_moved: () => i18n._('Offer put elsewhere'),
  offer_withdrawn: () => i18n._('Offer withdrawn'),
  offers_imported: () => i18n._('Offers imported'),
  order_approved_late: () => i18n._('Payment approved late'),
  order_mails_sent_again: () => i18n._('Receipt sent again'),
  order_reversal_begun: () => i18n._('Refund begun'),
  order_reversal_declined: () => i18n._('Refund declined'),
  order_reversal_done: () => i18n._('Refund made'),
  order_reversal_unknown: () => i18n._('Refund unknown'),
  order_settled: () => i18n._('Payment settled'),
  p2p_terminal_set: () => i18n._('Payment terminal changed'),
  package_signers_set: () => i18n._('Signers of app packages changed'),
  password_changed: () => i18n._('Password changed'),
  picture_uploaded: () => i18n._('Picture uploaded'),
  points_adjusted: () => i18n._('Points given or taken'),
  processor_set: () => i18n._('Processor changed'),
  processor_tested: () => i18n._('Credentials tried'),
  product_added: () => i18n._('Product added'),
  product_archived: () => i18n._('Product archived'),
  product_changed: () => i18n._('Product changed'),
  product_moved: () => i18n._('Product moved'),
  product_restored: () => i18n._('Product brought back'),
  products_imported: () => i18n._('Products imported'),
  recovery_code_used: () => i18n._('Recovery code used'),
  recovery_codes_made: () => i18n._('Recovery codes made'),
  role_granted: () => i18n._('Role given'),
  role_withdrawn: () => i18n._('Role taken'),
  second_factor_added: () => i18n._('Second factor added'),
  second_factor_removed: () => i18n._('Second factor removed'),
  second_factor_rule_changed: () => i18n._('Second factor required or not'),
  site_config_restored: () => i18n._('Appearance restored'),
  site_config_saved: () => i18n._('Appearance saved'),
  site_created: () => i18n._('Site created'),
  site_released: () => i18n._('Site released by the provider'),
  staff_invitation_accepted: () => i18n._('Invitation accepted'),
  staff_invitation_withdrawn: () => i18n._('Invitation withdrawn'),
  staff_invited: () => i18n._('Invitation sent'),
  staff_invited_again: () => i18n._('Invitation sent again'),
  subdomain_changed: () => i18n._('Subdomain changed'),
  support_changed: () => i18n._('Support changed'),
  survey_changed: () => i18n._('Survey changed'),
  taxes_set: () => i18n._('Taxes changed'),
  terminal_added: () => i18n._('Terminal added'),
  terminal_code_issued: () => i18n._('Pairing code issued'),
  terminal_removed: () => i18n._('Terminal removed'),
  text_published: () => i18n._('Text published'),
  vehicle_changed: () => i18n._('Vehicle changed'),
};

/** What was done; what has no words yet is called as the server does. */
export function actName(action: string): string {
  return acts[action]?.() ?? action.replaceAll('_', ' ');
}

const kinds: Record<string, () => string> = {
  bounce: () => i18n._('Returned mail'),
  captcha: () => i18n._('Captcha'),
  checklist: () => i18n._('First steps'),
  club_membership: () => i18n._('Membership'),
  customer: () => i18n._('Person'),
  firebase: () => i18n._('Firebase'),
  gift_card: () => i18n._('Gift card'),
  invitation: () => i18n._('Invitation'),
  job: () => i18n._('Work'),
  location: () => i18n._('Location'),
  loyalty: () => i18n._('Points'),
  mail: () => i18n._('Mail'),
  'mail-sender': () => i18n._('Sender of mails'),
  map_keys: () => i18n._('Maps'),
  message: () => i18n._('Message'),
  offer: () => i18n._('Offer'),
  order: () => i18n._('Order'),
  p2p: () => i18n._('Payment terminal'),
  packages: () => i18n._('App packages'),
  processor: () => i18n._('Processor'),
  product: () => i18n._('Product'),
  products: () => i18n._('Products'),
  session: () => i18n._('Session'),
  site: () => i18n._('Site'),
  'site-config': () => i18n._('Appearance'),
  staff: () => i18n._('Team'),
  support: () => i18n._('Support'),
  survey: () => i18n._('Survey'),
  taxes: () => i18n._('Taxes'),
  terminal: () => i18n._('Terminal'),
  text: () => i18n._('Text'),
  upload: () => i18n._('Picture'),
};

export const subjectKinds = Object.keys(kinds);

export const kindName = (kind: string) => kinds[kind]?.() ?? kind.replaceAll('_', ' ');

/** To whom or what it was done. */
export function subjectName({ subject, subjectName: name }: AuditEntry): string {
  if (name) return name;
  const [kind = '', id = ''] = subject.split(/:(.*)/);
  // A session is known by nobody, and a picture by its looks.
  return ['session', 'upload', ''].includes(kind) || !id ? kindName(kind) : `${kindName(kind)} ${id}`;
}

/** Who did it. */
export function actorOf({ actorName, actor }: Pick<AuditEntry, 'actorName' | 'actor'>): string {
  return actorName ?? (actor.startsWith('customer:') ? i18n._('Deleted account') : actor);
}
