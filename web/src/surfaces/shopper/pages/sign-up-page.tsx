import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { logIn } from '@/features/identity/api/sessions';
import { signUp } from '@/features/identity/api/sign-up';
import { AuthCard } from '@/features/identity/components/auth-card';
import { SignUpFields } from '@/features/identity/components/sign-up-fields';
import { EmailCheck } from '@/features/identity/model/email-check';
import { type SignUpForm, signUpSchema, toSignUp } from '@/features/identity/model/sign-up-form';
import { CaptchaField, useCaptcha } from '@/shared/captcha/captcha-field';
import { Form } from '@/shared/forms/form';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { referralFrom } from '@/shared/site/hash';
import { Page } from '@/shared/ui/page';
import { mailedTo, otherWayIn } from '../model/way-in';
import { addressOf } from '../table';
import styles from './sign-up-page.module.css';

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

export function SignUpPage() {
  const [query] = useSearchParams();
  const email = mailedTo(query);
  const logInPage = otherWayIn(addressOf('logIn'), query);
  const captcha = useCaptcha();
  const [check] = useState(() => new EmailCheck());
  const { companyName, country } = site();
  const form = useAppForm({
    schema: () => signUpSchema(country, check.taken),
    draft: 'sign-up',
    values: { ...empty, email, confirmEmail: email, referralCode: referralFrom(location.hash) },
    send: async (values) => {
      await captcha.guard(true, (headers) => signUp(toSignUp(values, site().country), headers));
      await captcha.guard(false, (headers) => logIn(values.email, values.password, headers));
    },
  });
  const { getValues, trigger } = form;
  const askAboutEmail = useCallback(
    () => check.ask(getValues('email'), () => trigger('email')),
    [check, getValues, trigger],
  );
  useEffect(() => {
    // An emailed link can prefill the address.
    void askAboutEmail();
    return () => check.stop();
  }, [check, askAboutEmail]);
  return (
    <Page width="narrow" hideTitle>
      <AuthCard
        title={i18n._('Welcome to {companyName}', { companyName })}
        lead={i18n._('Buy online, drive in and show your code.')}
      >
        {email && (
          <div className={styles.known}>
            <p>
              {i18n._('A gift is waiting for {email}. Do you already have an account with this email?', {
                email,
              })}
            </p>
            <Button component={Link} to={logInPage} variant="outlined" size="large" fullWidth>
              {i18n._('Log In')}
            </Button>
          </div>
        )}
        <Form form={form} submit={i18n._('Sign Up')} onFocus={captcha.arm} guard>
          <SignUpFields form={form} onEmail={askAboutEmail} />
          <SwitchField
            control={form.control}
            name="optInToMarketing"
            label={i18n._('Send me offers and news')}
          />
          <CaptchaField captcha={captcha} />
          <p className={styles.accepted}>
            {i18n._('By signing up, you accept:')}{' '}
            <Link to={addressOf('terms')} target="_blank">
              {i18n._('Terms and Conditions')}
            </Link>
            ,{' '}
            <Link to={addressOf('privacy')} target="_blank">
              {i18n._('Privacy')}
            </Link>
          </p>
        </Form>
        {!email && (
          <p>
            {i18n._('Already a customer?')} <Link to={logInPage}>{i18n._('Log In')}</Link>
          </p>
        )}
      </AuthCard>
    </Page>
  );
}
