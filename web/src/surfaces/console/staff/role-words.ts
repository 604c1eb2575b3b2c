import { i18n } from '@lingui/core';
import type { ProviderRole } from '@/shared/api/types';

const names: Record<ProviderRole, () => string> = {
  viewer: () => i18n._('Viewer'),
  operator: () => i18n._('Operator'),
  owner: () => i18n._('Owner'),
};

export const roleName = (role: ProviderRole) => names[role]();

const tasks: Record<ProviderRole, () => string> = {
  viewer: () => i18n._('Sees everything of the environment and changes nothing.'),
  operator: () => i18n._('Also makes and changes accounts and sites, and rolls out versions.'),
  owner: () => i18n._('Also decides about staff.'),
};

/** What a role is for, in a sentence. */
export const roleTask = (role: ProviderRole) => tasks[role]();

export const providerRoles: ProviderRole[] = ['viewer', 'operator', 'owner'];
