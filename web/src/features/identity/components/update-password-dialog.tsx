import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, saidOr } from '@/shared/api/api-error';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import { showFailure } from '@/shared/forms/submit-failure';
import { dialogs } from '@/shared/ui/dialogs';
import { PanelDialog } from '@/shared/ui/panel-dialog';
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
  const resolver = useMemo(() => valibotResolver(updateSchema()), []);
  const form = useForm<UpdateForm>({
    resolver,
    criteriaMode: 'all',
    mode: 'onTouched',
    defaultValues: empty,
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      await updatePassword(values);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'wrong_password') {
        form.setError('currentPassword', { type: 'server', message: error.message }, { shouldFocus: true });
      } else if (error instanceof ApiError && Object.keys(error.fields).length > 0) showFailure(form, error);
      else await tell(error);
      return;
    }
    onClose();
    await dialogs.success({
      title: i18n._('Password updated!'),
      text: i18n._('Every other device has been logged out and needs the new password.'),
    });
  });
  return (
    <PanelDialog title={i18n._('Update Password')} onClose={onClose} busy={form.formState.isSubmitting}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormField
          control={form.control}
          name="currentPassword"
          label={i18n._('Current Password')}
          type="password"
          autoComplete="current-password"
        />
        <NewPasswordFields
          form={form}
          name="newPassword"
          again="confirmPassword"
          labels={{ password: i18n._('New Password'), again: i18n._('Confirm New Password') }}
        />
        <SubmitButton control={form.control} label={i18n._('Update Password')} />
      </form>
    </PanelDialog>
  );
}
