import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Account } from '@/shared/api/types';
import { EmailField } from '@/shared/forms/email-field';
import { Form } from '@/shared/forms/form';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { toast } from '@/shared/ui/toasts';
import { updateAccount } from '../api/account';
import { accountPatch, accountSchema, toAccountForm } from '../model/account-form';
import { ContactFields, NameFields } from './person-fields';

export function AccountForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const { country } = site();
  const update = useMutation(updateAccount);
  const form = useAppForm({
    schema: () => accountSchema(country),
    values: toAccountForm(account, country),
    draft: 'account',
    send: async (values) => {
      const patch = accountPatch(account, values, country);
      if (patch.length > 0) {
        await update.mutateAsync(patch);
        toast(i18n._('Account saved'));
      }
      onDone();
    },
  });
  const { control, setFocus } = form;
  // It replaces the button that opened it.
  useEffect(() => setFocus('firstName'), [setFocus]);
  return (
    <Form form={form} label={i18n._('Account info')} submit={i18n._('Save')} onCancel={onDone} guard>
      <NameFields control={control} />
      <EmailField
        control={control}
        name="email"
        label={i18n._('Email')}
        autoComplete="email"
        help={i18n._("You can't change your email or birthday here.")}
        locked
      />
      <div className={styles.pair}>
        <FormField
          control={control}
          name="birthdayMonth"
          label={i18n._('Birth month')}
          autoComplete="bday-month"
          locked
        />
        <FormField
          control={control}
          name="birthdayDay"
          label={i18n._('Birth day')}
          autoComplete="bday-day"
          locked
        />
      </div>
      <ContactFields control={control} />
      <SwitchField control={control} name="optInToMarketing" label={i18n._('Send me offers and news')} />
    </Form>
  );
}
