import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { changeContact } from '@/features/identity/api/customers';
import { ContactFields, NameFields } from '@/features/identity/components/person-fields';
import type { Account } from '@/shared/api/types';
import { maskPhone, readPhone } from '@/shared/format/masks';
import { EmailField } from '@/shared/forms/email-field';
import { FormDialog } from '@/shared/forms/form-dialog';
import { atMost, email, phone, postalCode } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';

type Props = { account: Account; version: string; onDone: () => void; onClose: () => void };

/** Edits a customer's name and contact details. */
export function ContactDialog({ account, version, onDone, onClose }: Props) {
  const { country } = site();
  const { mutateAsync } = useMutation(changeContact(account.userId));
  const form = useAppForm({
    schema: () =>
      v.object({
        firstName: atMost(60),
        lastName: atMost(60),
        email: email(),
        cellPhoneNumber: phone(country),
        zipPostalCode: postalCode(),
      }),
    values: {
      firstName: account.firstName,
      lastName: account.lastName,
      email: account.email,
      cellPhoneNumber: maskPhone(account.cellPhoneNumber, country),
      zipPostalCode: account.zipPostalCode,
    },
    send: async (values) => {
      const contact = { ...values, cellPhoneNumber: readPhone(values.cellPhoneNumber, country) };
      await mutateAsync({ version, contact });
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Edit contact details')}
      form={form}
      submit={i18n._('Save')}
      onClose={onClose}
      cancel
      guard
    >
      <NameFields control={form.control} />
      <EmailField
        control={form.control}
        name="email"
        label={i18n._('Email')}
        autoComplete="off"
        help={i18n._("We'll send a confirmation to a new address.")}
      />
      <ContactFields control={form.control} />
    </FormDialog>
  );
}
