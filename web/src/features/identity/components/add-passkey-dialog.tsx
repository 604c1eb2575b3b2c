import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { addPasskey } from '@/features/identity/api/second-factors';
import { wasDismissed } from '@/features/identity/model/passkey';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { atMost, entered } from '@/shared/forms/rules';
import { Refusal } from '@/shared/forms/submit-failure';
import { useAppForm } from '@/shared/forms/use-app-form';

type Props = { onDone: (recoveryCodes: string[]) => void; onClose: () => void };

/** Adds a passkey after asking for the password. */
export function AddPasskeyDialog({ onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(addPasskey);
  const form = useAppForm({
    schema: () => v.object({ label: atMost(60), password: entered() }),
    values: { label: i18n._('This device'), password: '' },
    send: async (values) => {
      try {
        onDone(await mutateAsync(values));
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        throw new Refusal(
          wasDismissed(error)
            ? i18n._('No passkey was created.')
            : error.name === 'InvalidStateError'
              ? i18n._('This device already has a passkey for your account.')
              : i18n._("This browser couldn't create a passkey."),
        );
      }
    },
  });
  return (
    <FormDialog
      title={i18n._('Add passkey')}
      form={form}
      submit={i18n._('Continue')}
      onClose={onClose}
      cancel
      intro={
        <p>
          {i18n._(
            'Use your fingerprint, face or device PIN as your second step. Your browser will ask for it next.',
          )}
        </p>
      }
    >
      <FormField
        control={form.control}
        name="label"
        label={i18n._('Name')}
        autoComplete="off"
        maxLength={60}
      />
      <FormField
        control={form.control}
        name="password"
        label={i18n._('Password')}
        type="password"
        autoComplete="current-password"
      />
    </FormDialog>
  );
}
