import { i18n } from '@lingui/core';
import type { AuditEntry } from '@/shared/api/types';

const acts: Record<string, () => string> = {
  bounce_put_aside: () => i18n._('Returned mail put aside'),
  captcha_set: () => i18n._('Captcha chosen'),
  captcha_tested: () => i18n._('Captcha tried'),
  checklist_moved: () => i18n._('First steps put aside or brought back'),
  club_ended: () => i18n._('Membership ended'),
  club_moved: () => i18n._('Member moved to another club'),
  club_paused: () => i18n._('Membership paused'),
  club_price_announced: () => i18n._('Price announced'),
  club_resumed: () => i18n._('Membership resumed'),
  dispute_codes_taken: () => i18n._('Codes of a disputed order taken out of use'),
  dispute_recorded: () => i18n._('Dispute recorded'),
  dispute_settled: () => i18n._('Dispute settled'),
  firebase_key_changed: () => i18n._('Firebase key changed'),
  goods_moved: () => i18n._('Shipment updated'),
  log_in: () => i18n._('Logged in'),
  log_out: () => i18n._('Logged out'),
  loyalty_changed: () => i18n._('Points decided anew'),
  mail_sent_again: () => i18n._('Returned mail sent again'),
  mail_tested: () => i18n._('Test mail sent'),
  map_keys_set: () => i18n._('Keys of maps changed'),
  offer_added: () => i18n._('Offer added'),
  offer_changed: () => i18n._('Offer changed'),
  offer_withdrawn: () => i18n._('Offer withdrawn'),
  order_mails_sent_again: () => i18n._('Receipt sent again'),
  order_reversal_begun: () => i18n._('Refund begun'),
  order_reversal_declined: () => i18n._('Refund declined'),
  order_reversal_done: () => i18n._('Refund made'),
  order_reversal_unknown: () => i18n._('Refund unknown'),
  order_settled: () => i18n._('Payment settled'),
  password_changed: () => i18n._('Password changed'),
  picture_uploaded: () => i18n._('Picture uploaded'),
  points_adjusted: () => i18n._('Points given or taken'),
  processor_tested: () => i18n._('Credentials tried'),
  role_granted: () => i18n._('Role given'),
  role_withdrawn: () => i18n._('Role taken'),
  second_factor_added: () => i18n._('Second factor added'),
  second_factor_removed: () => i18n._('Second factor removed'),
  second_factor_rule_changed: () => i18n._('Second factor required or not'),
  recovery_code_used: () => i18n._('Recovery code used'),
  recovery_codes_made: () => i18n._('Recovery codes made'),
  site_config_restored: () => i18n._('Appearance restored'),
  site_config_saved: () => i18n._('Appearance saved'),
  staff_invitation_accepted: () => i18n._('Invitation accepted'),
  staff_invitation_withdrawn: () => i18n._('Invitation withdrawn'),
  staff_invited: () => i18n._('Invitation sent'),
  staff_invited_again: () => i18n._('Invitation sent again'),
  survey_changed: () => i18n._('Survey changed'),
  terminal_added: () => i18n._('Terminal added'),
  terminal_code_issued: () => i18n._('Pairing code issued'),
  terminal_removed: () => i18n._('Terminal removed'),
};

/** What was done; what has no words yet is called as the server does. */
export function actName(action: string): string {
  return acts[action]?.() ?? action.replaceAll('_', ' ');
}

const kinds: Record<string, () => string> = {
  captcha: () => i18n._('Captcha'),
  checklist: () => i18n._('First steps'),
  club_membership: () => i18n._('Membership'),
  customer: () => i18n._('Person'),
  firebase: () => i18n._('Firebase'),
  invitation: () => i18n._('Invitation'),
  loyalty: () => i18n._('Points'),
  map_keys: () => i18n._('Maps'),
  offer: () => i18n._('Offer'),
  order: () => i18n._('Order'),
  product: () => i18n._('Product'),
  session: () => i18n._('Session'),
  'site-config': () => i18n._('Appearance'),
  survey: () => i18n._('Survey'),
  terminal: () => i18n._('Terminal'),
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
