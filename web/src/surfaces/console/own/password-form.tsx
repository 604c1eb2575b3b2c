import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { NewPasswordFields } from '@/features/identity/components/new-password-fields';
import { type UpdateForm, updateSchema } from '@/features/identity/model/password-forms';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { toast } from '@/shared/ui/toasts';
import { changePassword } from '../api/own';
import { wayBack } from '../way-back';

const empty: UpdateForm = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the person's own password. */
export function PasswordForm({ email }: { email: string }) {
  const { mutateAsync } = useMutation(changePassword);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const form = useAppForm({
    schema: updateSchema,
    values: empty,
    send: async ({ currentPassword, newPassword }) => {
      await mutateAsync({ currentPassword, newPassword });
      form.reset(empty);
      // A generated password keeps its owner here until it is changed.
      if (query.has('to')) await navigate(wayBack(query), { replace: true });
      toast(i18n._('Password updated. Other sessions are logged out.'));
    },
    fieldOf: { wrong_password: 'currentPassword' },
  });
  return (
    <Form form={form} submit={i18n._('Change password')}>
      {/* For password managers, which keep a password by the name that it belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <FormField
        control={form.control}
        name="currentPassword"
        label={i18n._('Current password')}
        type="password"
        autoComplete="current-password"
      />
      <NewPasswordFields
        form={form}
        name="newPassword"
        again="confirmPassword"
        labels={{ password: i18n._('New password'), again: i18n._('Confirm new password') }}
      />
    </Form>
  );
}
