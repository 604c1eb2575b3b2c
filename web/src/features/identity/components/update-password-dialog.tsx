import { i18n } from '@lingui/core';
import { ApiError, saidOr } from '@/shared/api/api-error';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { dialogs } from '@/shared/ui/dialogs';
import { updatePassword } from '../api/passwords';
import { type UpdateForm, updateSchema } from '../model/password-forms';
import { NewPasswordFields } from './new-password-fields';

const empty: UpdateForm = { currentPassword: '', newPassword: '', confirmPassword: '' };

function tell(error: unknown) {
  if (error instanceof ApiError && error.definite) {
    return dialogs.error({ title: i18n._('Failed to update Password'), text: error.message });
  }
  const text = saidOr(error, i18n._('Something went wrong. Please try again.'));
  return dialogs.error({ title: i18n._('Error updating Password'), text });
}

export function UpdatePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useAppForm({
    schema: updateSchema,
    values: empty,
    send: async (values) => {
      await updatePassword(values);
      onClose();
      await dialogs.success({
        title: i18n._('Password updated!'),
        text: i18n._("We've logged out your other devices. Log in again with the new password."),
      });
    },
    fieldOf: { wrong_password: 'currentPassword' },
    tell,
  });
  const title = i18n._('Update Password');
  return (
    <FormDialog title={title} form={form} submit={title} onClose={onClose}>
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
    </FormDialog>
  );
}
