import { i18n } from '@lingui/core';
import type { UseFormReturn } from 'react-hook-form';
import { digitsOnly } from '@/shared/format/digits';
import { visible } from '@/shared/format/visible';
import { EmailField } from '@/shared/forms/email-field';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import type { SignUpForm } from '../model/sign-up-form';
import { NewPasswordFields } from './new-password-fields';
import { ContactFields, NameFields } from './person-fields';

type Props = {
  form: UseFormReturn<SignUpForm>;
  /** Called when the address changes. */
  onEmail: () => unknown;
};

export function SignUpFields({ form, onEmail }: Props) {
  const { control, trigger, getValues } = form;
  const again = (name: keyof SignUpForm) => () => {
    if (getValues(name)) void trigger(name);
  };
  return (
    <>
      <NameFields control={control} />
      <EmailField
        control={control}
        name="email"
        label={i18n._('Email')}
        autoComplete="email"
        onEdited={() => {
          again('confirmEmail')();
          onEmail();
        }}
      />
      <EmailField
        control={control}
        name="confirmEmail"
        label={i18n._('Confirm email')}
        autoComplete="email"
      />
      <div className={styles.pair}>
        <FormField
          control={control}
          name="birthdayMonth"
          label={i18n._('Birth month')}
          help={i18n._('1 to 12')}
          inputMode="numeric"
          autoComplete="bday-month"
          maxLength={2}
          sanitize={digitsOnly}
          onEdited={again('birthdayDay')}
        />
        <FormField
          control={control}
          name="birthdayDay"
          label={i18n._('Birth day')}
          help={i18n._('1 to 31')}
          inputMode="numeric"
          autoComplete="bday-day"
          maxLength={2}
          sanitize={digitsOnly}
        />
      </div>
      <ContactFields control={control} />
      <NewPasswordFields form={form} name="password" again="confirmpassword" />
      <FormField
        control={control}
        name="referralCode"
        sanitize={visible}
        label={i18n._('Referral code')}
        autoComplete="off"
        maxLength={32}
        optional
      />
    </>
  );
}
