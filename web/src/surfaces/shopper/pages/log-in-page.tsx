import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import * as v from 'valibot';
import { logIn } from '@/features/identity/api/sessions';
import { AuthCard } from '@/features/identity/components/auth-card';
import { ForgotPasswordDialog } from '@/features/identity/components/forgot-password-dialog';
import { continueAsGuest } from '@/features/identity/model/continue-as-guest';
import { useSession } from '@/shared/api/session';
import { CaptchaField, useCaptcha } from '@/shared/captcha/captcha-field';
import { noSpaces } from '@/shared/format/masks';
import styles from '@/shared/forms/form.module.css';
import { FormFailure } from '@/shared/forms/form-failure';
import { FormField } from '@/shared/forms/form-field';
import { email, required } from '@/shared/forms/rules';
import { SubmitButton } from '@/shared/forms/submit-button';
import { showFailure } from '@/shared/forms/submit-failure';
import { useTaps } from '@/shared/lib/use-taps';
import { boot } from '@/shared/site/boot';
import { useDialogParam } from '@/shared/ui/dialog-param';
import { Page } from '@/shared/ui/page';
import { openPanel } from '@/shared/ui/panels';
import { destinationOf, onTheWay } from '../model/destination';
import { addressOf } from '../table';
import pageStyles from './log-in-page.module.css';

type Form = { email: string; password: string };

export function LogInPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const to = destinationOf(query);
  const captcha = useCaptcha();
  const resolver = useMemo(() => valibotResolver(v.object({ email: email(), password: required() })), []);
  const form = useForm<Form>({ resolver, mode: 'onTouched', defaultValues: { email: '', password: '' } });

  const forgot = () =>
    openPanel<void>(async () => {
      const known = form.getValues('email');
      return (settle) => <ForgotPasswordDialog known={known} onClose={() => settle(null)} />;
    });
  useDialogParam('forgot', forgot);

  const hidden = useTaps<HTMLHeadingElement>(5, () => {
    if (boot().environment.production) return;
    void openPanel<void>(async () => {
      const { TestSignUpDialog } = await import('@/features/identity/components/test-sign-up-dialog');
      return (settle) => <TestSignUpDialog onClose={() => settle(null)} />;
    });
  });

  const led = query.has('to');
  const submit = form.handleSubmit(async (values) => {
    try {
      await captcha.guard(false, (headers) => logIn(values.email, values.password, headers));
    } catch (error) {
      showFailure(form, error);
    }
  });
  const asGuest = async () => {
    if (session.isGuest || (await continueAsGuest())) await navigate(addressOf('home'));
  };
  return (
    <Page width="narrow" hideTitle>
      <AuthCard
        title={i18n._('Welcome back')}
        titleRef={hidden}
        {...(led &&
          session.isGuest && { lead: i18n._('This is for customers. Please log in, or go on as a guest.') })}
      >
        <form className={styles.form} onSubmit={submit} noValidate>
          <FormField
            control={form.control}
            name="email"
            label={i18n._('Email')}
            type="email"
            autoComplete="username"
            sanitize={noSpaces}
          />
          <FormField
            control={form.control}
            name="password"
            label={i18n._('Password')}
            type="password"
            autoComplete="current-password"
          />
          <button type="button" className={pageStyles.forgot} onClick={forgot}>
            {i18n._('Forgot Password')}
          </button>
          <CaptchaField captcha={captcha} />
          <SubmitButton control={form.control} label={i18n._('Log In')} />
          <FormFailure control={form.control} />
        </form>
        <div className={pageStyles.others}>
          <Button
            component={Link}
            to={onTheWay(addressOf('signUp'), to)}
            variant="outlined"
            size="large"
            fullWidth
          >
            {i18n._('Sign Up')}
          </Button>
          <Button variant="text" size="large" fullWidth onClick={asGuest}>
            {i18n._('Continue as Guest')}
          </Button>
        </div>
      </AuthCard>
    </Page>
  );
}
