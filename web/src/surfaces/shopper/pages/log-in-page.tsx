import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type MouseEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import * as v from 'valibot';
import { logIn } from '@/features/identity/api/sessions';
import { AuthCard } from '@/features/identity/components/auth-card';
import { continueAsGuest } from '@/features/identity/model/continue-as-guest';
import { useSession } from '@/shared/api/session';
import type { CaptchaHeaders } from '@/shared/captcha/captcha';
import { CaptchaField, useCaptcha } from '@/shared/captcha/captcha-field';
import { EmailField } from '@/shared/forms/email-field';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { email, entered } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { useTaps } from '@/shared/lib/use-taps';
import { boot } from '@/shared/site/boot';
import { useDialogParam } from '@/shared/ui/dialog-param';
import { lazyPart } from '@/shared/ui/lazy-part';
import { openDialog } from '@/shared/ui/open-dialog';
import { Page } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toasts';
import { mailedTo, otherWayIn } from '../model/way-in';
import { addressOf } from '../table';
import styles from './log-in-page.module.css';

// Only for people with a second factor.
const SecondStep = lazyPart(() =>
  import('@/features/identity/components/customer-second-step').then((m) => m.CustomerSecondStep),
);

export function LogInPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const captcha = useCaptcha();
  const [ticket, setTicket] = useState<string | null>(null);
  const form = useAppForm({
    schema: () => v.object({ email: email(), password: entered() }),
    values: { email: mailedTo(query), password: '' },
    send: async (values) => {
      const logInWith = (headers: CaptchaHeaders) => logIn(values.email, values.password, headers);
      setTicket(await captcha.guard(false, logInWith));
    },
  });

  const forgot = () =>
    openDialog<void>(async () => {
      const { ForgotPasswordDialog } = await import('@/features/identity/components/forgot-password-dialog');
      const known = form.getValues('email');
      return (settle) => <ForgotPasswordDialog known={known} onClose={() => settle(null)} />;
    });
  useDialogParam('forgot', forgot);

  const ends = useTaps(5);
  const pressTitle = (press: MouseEvent) => {
    if (!ends(press) || boot().environment.production) return;
    void openDialog<void>(async () => {
      const { TestSignUpDialog } = await import('@/features/identity/components/test-sign-up-dialog');
      return (settle) => <TestSignUpDialog onClose={() => settle(null)} />;
    });
  };

  if (ticket) {
    return (
      <Page width="narrow" hideTitle>
        <SecondStep
          ticket={ticket}
          onOver={(why) => {
            setTicket(null);
            toast(why);
          }}
        />
      </Page>
    );
  }
  const led = query.has('to');
  // Only the team uses the login of a shop that isn't open, or of a held site.
  const { held, shop } = boot();
  const open = shop.open && !held;
  const asGuest = async () => {
    if (session.isGuest || (await continueAsGuest())) await navigate(addressOf('home'));
  };
  return (
    <Page width="narrow" hideTitle>
      <AuthCard
        title={i18n._('Welcome back')}
        onTitle={pressTitle}
        {...(open &&
          led &&
          session.isGuest && { lead: i18n._('Log in to see this page, or continue as a guest.') })}
      >
        <Form form={form} submit={i18n._('Log In')}>
          <EmailField control={form.control} name="email" label={i18n._('Email')} autoComplete="username" />
          <FormField
            control={form.control}
            name="password"
            label={i18n._('Password')}
            type="password"
            autoComplete="current-password"
          />
          <button type="button" className={styles.forgot} onClick={forgot}>
            {i18n._('Forgot Password')}
          </button>
          <CaptchaField captcha={captcha} />
        </Form>
        {open && (
          <div className={styles.others}>
            <Button
              component={Link}
              to={otherWayIn(addressOf('signUp'), query)}
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
        )}
      </AuthCard>
    </Page>
  );
}
