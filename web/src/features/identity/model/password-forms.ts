import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { entered, newPassword } from '@/shared/forms/rules';

export function recoverySchema() {
  return v.pipe(
    v.object({ password: newPassword(), confirmPassword: entered() }),
    v.forward(
      v.partialCheck(
        [['password'], ['confirmPassword']],
        (form) => form.password === form.confirmPassword,
        i18n._('Passwords must match.'),
      ),
      ['confirmPassword'],
    ),
  );
}

export type UpdateForm = { currentPassword: string; newPassword: string; confirmPassword: string };

export function updateSchema() {
  return v.pipe(
    v.object({ currentPassword: entered(), newPassword: newPassword(), confirmPassword: entered() }),
    v.forward(
      v.partialCheck(
        [['newPassword'], ['confirmPassword']],
        (form) => form.newPassword === form.confirmPassword,
        i18n._('Passwords must match.'),
      ),
      ['confirmPassword'],
    ),
  );
}
