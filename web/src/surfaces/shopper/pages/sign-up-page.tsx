import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { logIn } from '@/features/identity/api/sessions';
import { signUp } from '@/features/identity/api/sign-up';
import { AuthCard } from '@/features/identity/components/auth-card';
import { ErrorSummary } from '@/features/identity/components/error-summary';
import { SignUpFields } from '@/features/identity/components/sign-up-fields';
import { useEmailCheck } from '@/features/identity/model/email-check';
import { type SignUpForm, signUpSchema, toSignUp } from '@/features/identity/model/sign-up-form';
import { CaptchaField, useCaptcha } from '@/shared/captcha/captcha-field';
import styles from '@/shared/forms/form.module.css';
import { FormFailure } from '@/shared/forms/form-failure';
import { isEmail } from '@/shared/forms/rules';
import { SubmitButton } from '@/shared/forms/submit-button';
import { showFailure } from '@/shared/forms/submit-failure';
import { SwitchField } from '@/shared/forms/switch-field';
import { site } from '@/shared/site/boot';
import { referralFrom } from '@/shared/site/hash';
import { Page } from '@/shared/ui/page';
import { destinationOf, onTheWay } from '../model/destination';
import { addressOf } from '../table';

const empty: SignUpForm = {
  firstName: '',
  lastName: '',
  email: '',
  confirmEmail: '',
  birthdayMonth: '',
  birthdayDay: '',
  zipPostalCode: '',
  cellPhoneNumber: '',
  password: '',
  confirmpassword: '',
  referralCode: '',
  optInToMarketing: false,
};

/** The address that a gift was sent to: who follows its mail need not type it. */
function addressFrom(query: URLSearchParams): Pick<SignUpForm, 'email' | 'confirmEmail'> {
  const known = query.get('email') ?? '';
  const email = isEmail(known) ? known : '';
  return { email, confirmEmail: email };
}

export function SignUpPage() {
  const [query] = useSearchParams();
  const to = destinationOf(query);
  const captcha = useCaptcha();
  const taken = useRef(new Set<string>()).current;
  const { companyName, country } = site();
  const resolver = useMemo(() => valibotResolver(signUpSchema(country, taken)), [country, taken]);
  const form = useForm<SignUpForm>({
    resolver,
    // Fields that depend on one another are then checked while others are still empty.
    criteriaMode: 'all',
    mode: 'onTouched',
    defaultValues: { ...empty, ...addressFrom(query), referralCode: referralFrom(location.hash) },
  });
  const email = useWatch({ control: form.control, name: 'email' });
  useEmailCheck(email, taken, () => void form.trigger('email'));

  const submit = form.handleSubmit(async (values) => {
    try {
      await captcha.guard(true, (headers) => signUp(toSignUp(values), headers));
      await captcha.guard(false, (headers) => logIn(values.email, values.password, headers));
    } catch (error) {
      showFailure(form, error);
    }
  });
  return (
    <Page width="narrow" hideTitle>
      <AuthCard
        title={i18n._('Welcome to {companyName}', { companyName })}
        lead={i18n._('One account for every visit: buy here, roll in, show your code.')}
      >
        <form className={styles.form} onSubmit={submit} onFocus={captcha.arm} noValidate>
          <SignUpFields form={form} />
          <SwitchField
            control={form.control}
            name="optInToMarketing"
            label={i18n._('Send me offers and news')}
          />
          <ErrorSummary
            errors={form.formState.errors}
            labels={{
              firstName: i18n._('First Name'),
              lastName: i18n._('Last Name'),
              email: i18n._('Email'),
            }}
          />
          <CaptchaField captcha={captcha} />
          <SubmitButton control={form.control} label={i18n._('Sign Up')} />
          <FormFailure control={form.control} />
        </form>
        <p>
          {i18n._('Already a customer?')}{' '}
          <Link to={onTheWay(addressOf('logIn'), to)}>{i18n._('Log In')}</Link>
        </p>
      </AuthCard>
    </Page>
  );
}
