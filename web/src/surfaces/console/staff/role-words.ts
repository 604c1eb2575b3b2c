import { i18n } from '@lingui/core';
import type { ProviderRole } from '@/shared/api/types';

const names: Record<ProviderRole, () => string> = {
  viewer: () => i18n._('Viewer'),
  operator: () => i18n._('Operator'),
  owner: () => i18n._('Owner'),
};

export const roleName = (role: ProviderRole) => names[role]();

const tasks: Record<ProviderRole, () => string> = {
  viewer: () => i18n._('Read-only access to the environment'),
  operator: () => i18n._('Everything a viewer can do, plus managing accounts, sites and rollouts.'),
  owner: () => i18n._('Everything an operator can do, plus managing staff.'),
};

/** Description of a role in one sentence. */
export const roleTask = (role: ProviderRole) => tasks[role]();

export const providerRoles: ProviderRole[] = ['viewer', 'operator', 'owner'];
