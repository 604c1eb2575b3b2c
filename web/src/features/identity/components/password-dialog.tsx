import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { entered, newPassword } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';

type Props = {
  title: string;
  /** Label of the submit button. */
  submit: string;
  send: (password: string) => Promise<void>;
  onClose: () => void;
  /** Whether it asks for a new password, with its rules. */
  fresh?: boolean;
  cancel?: boolean;
  /** Reason why the password is needed. */
  children: ReactNode;
};

/** Dialog for an action that needs only a password. */
export function PasswordDialog({ send, fresh = false, children, ...dialog }: Props) {
  const form = useAppForm({
    schema: () => v.object({ password: fresh ? newPassword() : entered() }),
    values: { password: '' },
    send: ({ password }) => send(password),
  });
  return (
    <FormDialog {...dialog} form={form} intro={children}>
      <FormField
        control={form.control}
        name="password"
        label={i18n._('Password')}
        type="password"
        autoComplete={fresh ? 'new-password' : 'current-password'}
      />
    </FormDialog>
  );
}
