import { i18n } from '@lingui/core';
import type { StaffRole } from '@/shared/api/types';

const names: Record<string, () => string> = {
  owner: () => i18n._('Owner'),
  manager: () => i18n._('Manager'),
  attendant: () => i18n._('Attendant'),
  customer: () => i18n._('Customer'),
};

/** Role name; unknown roles keep the server's name. */
export const roleName = (role: string) => names[role]?.() ?? role;

const tasks: Record<StaffRole, () => string> = {
  attendant: () => i18n._('Looks up orders and customers, and resends receipts.'),
  manager: () =>
    i18n._('Everything an attendant can do, plus refunds, discounts, clubs, exports and the theme.'),
  owner: () => i18n._('Full access, including team and credentials.'),
};

/** Description of a role in one sentence. */
export const roleTask = (role: StaffRole) => tasks[role]();

export const staffRoles: StaffRole[] = ['attendant', 'manager', 'owner'];
