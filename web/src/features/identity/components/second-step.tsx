import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { ApiError } from '@/shared/api/api-error';
import { visible } from '@/shared/format/visible';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { AuthCard } from './auth-card';
import styles from './second-step.module.css';

type Props = {
  /** Sends the code with the ticket of the first step. */
  send: (code: string) => Promise<void>;
  /** Called with a message when the ticket has expired. */
  onOver: (why: string) => void;
  /** Accepted types of codes. */
  codes?: string;
  /** Alternative to a code, shown above the field. */
  other?: ReactNode;
};

/** The ticket has expired or the password was changed: start over. */
export const isOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'expired';

/** Asks for a code after the password. */
export function SecondStep({ send, onOver, codes, other }: Props) {
  const form = useAppForm({
    schema: () => v.object({ code: required() }),
    values: { code: '' },
    send: async ({ code }) => {
      try {
        await send(code.trim());
      } catch (error) {
        if (isOver(error)) return onOver(error.message);
        throw error;
      }
    },
  });
  const lead = codes ?? i18n._('Enter the code from your authenticator app or a backup code.');
  return (
    <AuthCard title={i18n._('Two-factor authentication')} {...(!other && { lead })}>
      {other && (
        <>
          {other}
          <p className={styles.or}>{lead}</p>
        </>
      )}
      <Form form={form} submit={i18n._('Log In')}>
        <FormField
          control={form.control}
          name="code"
          sanitize={visible}
          label={i18n._('Code')}
          autoComplete="one-time-code"
          maxLength={20}
        />
      </Form>
    </AuthCard>
  );
}
