import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { errorText } from '@/shared/api/api-error';
import { EmailField } from '@/shared/forms/email-field';
import { FormDialog } from '@/shared/forms/form-dialog';
import { email } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { dialogs } from '@/shared/ui/dialogs';
import { mailRecoveryLink } from '../api/passwords';

type Props = { known: string; onClose: () => void };

/** Asks for the email address of the recovery link; `known` prefills it. */
export function ForgotPasswordDialog({ known, onClose }: Props) {
  const form = useAppForm({
    schema: () => v.object({ email: email() }),
    values: { email: known },
    send: async ({ email }) => {
      await mailRecoveryLink(email);
      onClose();
      await dialogs.success({
        title: i18n._('Password recovery email sent!'),
        text: i18n._("If {email} has an account, we've sent it a link to reset the password.", { email }),
      });
    },
    tell: (error) => dialogs.error({ title: i18n._('Failed to Email'), text: errorText(error) }),
  });
  return (
    <FormDialog
      title={i18n._('Forgot Password')}
      form={form}
      submit={i18n._('Send link')}
      onClose={onClose}
      intro={<p>{i18n._("Enter your email and we'll send you a link to reset your password.")}</p>}
    >
      <EmailField control={form.control} name="email" label={i18n._('Email')} autoComplete="username" />
    </FormDialog>
  );
}
