import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import type { ProviderAccount } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { atMost, atMostText } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { createAccount } from '../api/accounts';

type Props = { onDone: (account: ProviderAccount) => void; onClose: () => void };

/** Creates a merchant account that sites can belong to. */
export function NewAccountDialog({ onDone, onClose }: Props) {
  const { mutateAsync } = useMutation(createAccount);
  const form = useAppForm({
    schema: () => v.object({ companyName: atMost(200), hsAccountId: atMostText(40) }),
    values: { companyName: '', hsAccountId: '' },
    send: async (entered) => onDone(await mutateAsync(entered)),
    fieldOf: { taken: 'hsAccountId' },
  });
  return (
    <FormDialog
      title={i18n._('New account')}
      form={form}
      submit={i18n._('Create account')}
      onClose={onClose}
      cancel
      guard
    >
      <FormField
        control={form.control}
        name="companyName"
        label={i18n._('Company')}
        autoComplete="off"
        maxLength={200}
      />
      <FormField
        control={form.control}
        name="hsAccountId"
        label={i18n._('CRM ID')}
        autoComplete="off"
        maxLength={40}
        optional
        help={i18n._('Account ID in your customer system')}
      />
    </FormDialog>
  );
}
