import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { ApiError, errorText } from '@/shared/api/api-error';
import { noSpaces } from '@/shared/format/masks';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import { email } from '@/shared/forms/rules';
import { SubmitButton } from '@/shared/forms/submit-button';
import { showFailure } from '@/shared/forms/submit-failure';
import { dialogs } from '@/shared/ui/dialogs';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { mailRecoveryLink } from '../api/passwords';

type Props = { known: string; onClose: () => void };

/** Asks for the address that the recovery link goes to; `known` is what was typed already. */
export function ForgotPasswordDialog({ known, onClose }: Props) {
  const resolver = useMemo(() => valibotResolver(v.object({ email: email() })), []);
  const form = useForm<{ email: string }>({ resolver, mode: 'onTouched', defaultValues: { email: known } });
  const submit = form.handleSubmit(async (values) => {
    try {
      await mailRecoveryLink(values.email.trim());
    } catch (error) {
      if (error instanceof ApiError && error.fields.email) showFailure(form, error);
      else await dialogs.error({ title: i18n._('Failed to Email'), text: errorText(error) });
      return;
    }
    onClose();
    await dialogs.success({
      title: i18n._('Password recovery email sent!'),
      text: i18n._('If {email} has an account, the link to a new password is in its mailbox.', {
        email: values.email.trim(),
      }),
    });
  });
  return (
    <PanelDialog title={i18n._('Forgot Password')} onClose={onClose} busy={form.formState.isSubmitting}>
      <p>{i18n._('Enter your email, and we send you a link to set a new password.')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormField
          control={form.control}
          name="email"
          label={i18n._('Email')}
          type="email"
          autoComplete="username"
          sanitize={noSpaces}
        />
        <SubmitButton control={form.control} label={i18n._('Send the link')} />
      </form>
    </PanelDialog>
  );
}
