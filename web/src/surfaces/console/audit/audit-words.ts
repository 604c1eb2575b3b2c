import { i18n } from '@lingui/core';
import type { ProviderAuditRecord } from '@/shared/api/types';

const acts: Record<string, () => string> = {
  'staff.log_in': () => i18n._('Logged in'),
  'staff.log_out': () => i18n._('Logged out'),
  'staff.guess': () => i18n._('Failed login'),
  'staff.create': () => i18n._('Staff member added'),
  'staff.role': () => i18n._('Role updated'),
  'staff.remove': () => i18n._('Staff member removed'),
  'staff.password': () => i18n._('Password updated'),
  'staff.reset_password': () => i18n._('Password reset'),
  'staff.second_factor_added': () => i18n._('Authenticator added'),
  'staff.second_factor_removed': () => i18n._('Authenticator removed'),
  'staff.recovery_codes_made': () => i18n._('Backup codes created'),
  'staff.recovery_code': () => i18n._('Backup code used'),
  'staff.session_ended': () => i18n._('Session ended'),
  'staff.reset_second_factor': () => i18n._('Two-factor authentication reset'),
  'account.create': () => i18n._('Account created'),
  'account.update': () => i18n._('Account updated'),
  'account.grant': () => i18n._('Site creation access granted'),
  'account.revoke': () => i18n._('Site creation access revoked'),
  'site.create': () => i18n._('Site created'),
  'site.adopt': () => i18n._('Site adopted'),
  'site.rename': () => i18n._('Site renamed'),
  'site.open': () => i18n._('Shop opened'),
  'site.close': () => i18n._('Shop closed'),
  'site.suspend': () => i18n._('Site suspended'),
  'site.reset_second_factor': () => i18n._('Two-factor authentication reset'),
  'site.resume': () => i18n._('Site resumed'),
  'site.delete': () => i18n._('Site deleted'),
  'site.undelete': () => i18n._('Deletion undone'),
  'site.domain': () => i18n._('Custom domain updated'),
  'site.domain_claim': () => i18n._('Custom domain requested'),
  'site.invite_owner': () => i18n._('Owner invited'),
  'site.pin': () => i18n._('Site pinned'),
  'site.unpin': () => i18n._('Site unpinned'),
  'site.view': () => i18n._('Back office viewed'),
  'site.backup': () => i18n._('Site backed up'),
  'site.release': () => i18n._('Site released'),
  'site.restore': () => i18n._('Site restored from backup'),
  'site.export': () => i18n._('Site exported'),
  'site.import': () => i18n._('Site imported'),
  'site.remove': () => i18n._('Site permanently deleted'),
  'site.demo_data': () => i18n._('Demo data created'),
  'build.publish': () => i18n._('Build published'),
  'build.prune': () => i18n._('Old builds removed'),
  'environment.run': () => i18n._('Environment version updated'),
  'rollout.start': () => i18n._('Rollout started'),
  'rollout.create': () => i18n._('Rollout started'),
  'rollout.pause': () => i18n._('Rollout paused'),
  'rollout.resume': () => i18n._('Rollout resumed'),
  'rollout.hold': () => i18n._('Rollout held'),
  'rollout.rollback': () => i18n._('Rollout rolled back'),
  'rollout.finish': () => i18n._('Rollout finished'),
  'job.retry': () => i18n._('Job retried'),
  'job.discard': () => i18n._('Job discarded'),
};

/** Name of an action; unknown actions keep the server's name. */
export const actName = (action: string) => acts[action]?.() ?? action;

/** Display name: email address, or the type of non-staff actors. */
export function personName({ id, email }: { id: string; email?: string | null }): string {
  if (email) return email;
  if (id === 'cli') return i18n._('Command line');
  if (id.startsWith('site:')) return i18n._('Site staff');
  return /^[0-9a-f-]{36}$/.test(id) ? i18n._('Removed account') : id;
}

/** Actor of an event. */
export const actorOf = ({ actor, actorEmail = null }: ProviderAuditRecord) =>
  personName({ id: actor, email: actorEmail });
