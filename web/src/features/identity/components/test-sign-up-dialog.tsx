import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import styles from '@/shared/forms/form.module.css';
import { FormFailure } from '@/shared/forms/form-failure';
import { FormField } from '@/shared/forms/form-field';
import { newPassword } from '@/shared/forms/rules';
import { SubmitButton } from '@/shared/forms/submit-button';
import { showFailure } from '@/shared/forms/submit-failure';
import { site } from '@/shared/site/boot';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { toast } from '@/shared/ui/toasts';
import { testSignUp } from '../api/sign-up';
import { testPerson } from '../model/test-person';

/** Makes an account for testing. Its password is chosen here: one in the program would be everybody's. */
export function TestSignUpDialog({ onClose }: { onClose: () => void }) {
  const resolver = useMemo(() => valibotResolver(v.object({ password: newPassword() })), []);
  const form = useForm<{ password: string }>({
    resolver,
    mode: 'onTouched',
    defaultValues: { password: '' },
  });
  const submit = form.handleSubmit(async ({ password }) => {
    const person = testPerson(site().country, password);
    try {
      await testSignUp(person);
    } catch (error) {
      showFailure(form, error);
      return;
    }
    onClose();
    toast(i18n._('You are {email}, for testing.', { email: person.email }));
  });
  return (
    <PanelDialog title={i18n._('Test sign-up')} onClose={onClose} busy={form.formState.isSubmitting}>
      <p>{i18n._('A new customer for testing, logged in at once. Choose a password to come back with.')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormField
          control={form.control}
          name="password"
          label={i18n._('Password')}
          type="password"
          autoComplete="new-password"
        />
        <SubmitButton control={form.control} label={i18n._('Sign Up')} />
        <FormFailure control={form.control} />
      </form>
    </PanelDialog>
  );
}
