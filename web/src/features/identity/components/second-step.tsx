import { i18n } from '@lingui/core';
import * as v from 'valibot';
import { ApiError } from '@/shared/api/api-error';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { logInWithCode } from '../api/second-step';
import { AuthCard } from './auth-card';

type Props = { ticket: string; onOver: (why: string) => void };

/** Asks for the code of an authenticator, after the password was right. */
export function SecondStep({ ticket, onOver }: Props) {
  const form = useAppForm({
    schema: () => v.object({ code: required() }),
    values: { code: '' },
    send: async ({ code }) => {
      try {
        await logInWithCode(ticket, code);
      } catch (error) {
        // It took too long, or the password was changed: from the beginning, then.
        if (error instanceof ApiError && error.code === 'expired') return onOver(error.message);
        throw error;
      }
    },
  });
  return (
    <AuthCard
      title={i18n._('One more step')}
      lead={i18n._('Enter the code that your authenticator shows, or one of your recovery codes.')}
    >
      <Form form={form} submit={i18n._('Log In')}>
        <FormField
          control={form.control}
          name="code"
          label={i18n._('Code')}
          autoComplete="one-time-code"
          maxLength={20}
        />
      </Form>
    </AuthCard>
  );
}
