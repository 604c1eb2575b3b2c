import { i18n } from '@lingui/core';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import styles from '@/shared/forms/form.module.css';
import { FormField } from '@/shared/forms/form-field';
import { digitsOnly, maskPhone, nameOnly, noSpaces } from '@/shared/forms/masks';
import { PasswordChecklist } from '@/shared/forms/password-checklist';
import { site } from '@/shared/site/boot';
import type { SignUpForm } from '../model/sign-up-form';

export function SignUpFields({ form }: { form: UseFormReturn<SignUpForm> }) {
  const { control, trigger, getValues } = form;
  const password = useWatch({ control, name: 'password' });
  const { country } = site();
  const again = (name: keyof SignUpForm) => () => {
    if (getValues(name)) void trigger(name);
  };
  return (
    <>
      <div className={styles.row}>
        <FormField
          control={control}
          name="firstName"
          label={i18n._('First Name')}
          autoComplete="given-name"
          sanitize={nameOnly}
        />
        <FormField
          control={control}
          name="lastName"
          label={i18n._('Last Name')}
          autoComplete="family-name"
          sanitize={nameOnly}
        />
      </div>
      <FormField
        control={control}
        name="email"
        label={i18n._('Email')}
        type="email"
        autoComplete="email"
        sanitize={noSpaces}
        onEdited={again('confirmEmail')}
      />
      <FormField
        control={control}
        name="confirmEmail"
        label={i18n._('Confirm Email')}
        type="email"
        autoComplete="email"
        sanitize={noSpaces}
      />
      <div className={styles.row}>
        <FormField
          control={control}
          name="birthdayMonth"
          label={i18n._('Birth Month')}
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
          label={i18n._('Birth Day')}
          help={i18n._('1 to 31')}
          inputMode="numeric"
          autoComplete="bday-day"
          maxLength={2}
          sanitize={digitsOnly}
        />
      </div>
      <div className={styles.row}>
        <FormField
          control={control}
          name="cellPhoneNumber"
          label={i18n._('Cell Phone Number')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          sanitize={(text) => maskPhone(text, country)}
        />
        <FormField
          control={control}
          name="zipPostalCode"
          label={i18n._('Zip / Postal Code')}
          autoComplete="postal-code"
          maxLength={12}
        />
      </div>
      <FormField
        control={control}
        name="password"
        label={i18n._('Password')}
        type="password"
        autoComplete="new-password"
        onEdited={again('confirmpassword')}
      />
      <PasswordChecklist password={password} />
      <FormField
        control={control}
        name="confirmpassword"
        label={i18n._('Confirm Password')}
        type="password"
        autoComplete="new-password"
      />
      <FormField
        control={control}
        name="referralCode"
        label={i18n._('Referral Code')}
        autoComplete="off"
        maxLength={32}
        optional
      />
    </>
  );
}
