import { i18n } from '@lingui/core';
import type { ProviderAuditRecord } from '@/shared/api/types';

const acts: Record<string, () => string> = {
  'staff.log_in': () => i18n._('Logged in'),
  'staff.log_out': () => i18n._('Logged out'),
  'staff.guess': () => i18n._('Wrong password'),
  'staff.create': () => i18n._('Added to the staff'),
  'staff.role': () => i18n._('Role changed'),
  'staff.remove': () => i18n._('Removed from the staff'),
  'staff.password': () => i18n._('Password changed'),
  'staff.reset_password': () => i18n._('New password made'),
  'account.create': () => i18n._('Account made'),
  'account.update': () => i18n._('Account changed'),
  'site.create': () => i18n._('Site made'),
  'site.adopt': () => i18n._('Site taken over'),
  'site.rename': () => i18n._('Site renamed'),
  'site.suspend': () => i18n._('Site suspended'),
  'site.resume': () => i18n._('Site resumed'),
  'site.delete': () => i18n._('Site deleted'),
  'site.undelete': () => i18n._('Deletion undone'),
  'site.domain': () => i18n._('Custom domain changed'),
  'site.pin': () => i18n._('Site pinned'),
  'site.unpin': () => i18n._('Site unpinned'),
  'site.view': () => i18n._('Back office looked into'),
  'site.demo_data': () => i18n._('Demo data made'),
  'build.publish': () => i18n._('Build published'),
  'environment.run': () => i18n._('Version of the environment changed'),
  'rollout.start': () => i18n._('Rollout started'),
  'rollout.create': () => i18n._('Rollout started'),
  'rollout.pause': () => i18n._('Rollout paused'),
  'rollout.resume': () => i18n._('Rollout resumed'),
  'rollout.hold': () => i18n._('Rollout held'),
  'rollout.rollback': () => i18n._('Rollout rolled back'),
  'rollout.finish': () => i18n._('Rollout finished'),
  'job.retry': () => i18n._('Job tried again'),
  'job.discard': () => i18n._('Job discarded'),
};

/** What was done; an act that has no words yet is called as the server does. */
export const actName = (action: string) => acts[action]?.() ?? action;

/** Who did it. */
export function actorOf({ actor, actorEmail }: ProviderAuditRecord): string {
  if (actorEmail) return actorEmail;
  if (actor === 'cli') return i18n._('Command line');
  return /^[0-9a-f-]{36}$/.test(actor) ? i18n._('Removed account') : actor;
}
