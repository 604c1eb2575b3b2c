import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { keys } from '@/shared/api/query-keys';
import type { Account } from '@/shared/api/types';
import styles from '@/shared/forms/form.module.css';
import { FormActions } from '@/shared/forms/form-actions';
import { FormFailure } from '@/shared/forms/form-failure';
import { FormField } from '@/shared/forms/form-field';
import { showFailure } from '@/shared/forms/submit-failure';
import { SwitchField } from '@/shared/forms/switch-field';
import { site } from '@/shared/site/boot';
import { toast } from '@/shared/ui/toasts';
import { updateAccount } from '../api/account';
import {
  accountPatch,
  accountSchema,
  toAccountForm,
  type AccountForm as Values,
} from '../model/account-form';
import { ContactFields, NameFields } from './person-fields';

export function AccountForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const { country } = site();
  const queries = useQueryClient();
  const resolver = useMemo(() => valibotResolver(accountSchema(country)), [country]);
  const defaultValues = toAccountForm(account, country);
  const form = useForm<Values>({ resolver, mode: 'onTouched', defaultValues });
  const { control } = form;
  const submit = form.handleSubmit(async (values) => {
    const patch = accountPatch(account, values);
    if (patch.length > 0) {
      try {
        queries.setQueryData(keys.account(), await updateAccount(patch));
        toast(i18n._('Your account is saved.'));
      } catch (error) {
        showFailure(form, error);
        return;
      }
    }
    onDone();
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={i18n._('Account info')}>
      <NameFields control={control} />
      <FormField
        control={control}
        name="email"
        label={i18n._('Email')}
        type="email"
        autoComplete="email"
        help={i18n._('Email and birthday cannot be changed here.')}
        locked
      />
      <div className={styles.pair}>
        <FormField
          control={control}
          name="birthdayMonth"
          label={i18n._('Birth Month')}
          autoComplete="bday-month"
          locked
        />
        <FormField
          control={control}
          name="birthdayDay"
          label={i18n._('Birth Day')}
          autoComplete="bday-day"
          locked
        />
      </div>
      <ContactFields control={control} />
      <SwitchField control={control} name="optInToMarketing" label={i18n._('Send me offers and news')} />
      <FormActions control={control} label={i18n._('Save')} onCancel={onDone} />
      <FormFailure control={control} />
    </form>
  );
}
