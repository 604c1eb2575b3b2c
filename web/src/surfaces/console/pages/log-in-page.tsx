import { i18n } from '@lingui/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import * as v from 'valibot';
import { AuthCard } from '@/features/identity/components/auth-card';
import { ApiError } from '@/shared/api/api-error';
import { EmailField } from '@/shared/forms/email-field';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { email, entered, required } from '@/shared/forms/rules';
import { SelectField } from '@/shared/forms/select-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { stored, text } from '@/shared/lib/stored';
import { boot } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Page } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toasts';
import { logIn, logInWithCode } from '../api/own';
import { wayBack } from '../way-back';

// Only for staff with a second factor.
const SecondStep = lazyPart(() =>
  import('@/features/identity/components/second-step').then((m) => m.SecondStep),
);

/** Most people work in one environment. */
const lastEnvironment = stored('console-environment', text);

type Step = { ticket: string; rememberMe: boolean };

export function LogInPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [step, setStep] = useState<Step | null>(null);
  const environments = boot().console?.environments ?? [];
  const known = environments.find(({ name }) => name === lastEnvironment.read()) ?? environments[0];
  const enter = () => void navigate(wayBack(query), { replace: true });
  const form = useAppForm({
    schema: () =>
      v.object({ environment: required(), email: email(), password: entered(), rememberMe: v.boolean() }),
    values: { environment: known?.name ?? '', email: '', password: '', rememberMe: false },
    send: async (values) => {
      lastEnvironment.write(values.environment);
      try {
        await logIn(values);
        enter();
      } catch (error) {
        const { code, ticket } = error instanceof ApiError ? error : {};
        if (code !== 'second_factor_required' || !ticket) throw error;
        setStep({ ticket, rememberMe: values.rememberMe });
      }
    },
  });
  return (
    <Page width="narrow" hideTitle>
      {step ? (
        <SecondStep
          send={async (code) => {
            await logInWithCode({ ticket: step.ticket, code }, step.rememberMe);
            enter();
          }}
          onOver={(why) => {
            setStep(null);
            toast(why);
          }}
        />
      ) : (
        <AuthCard title={i18n._('Suds console')} lead={i18n._('For platform staff')}>
          <Form form={form} submit={i18n._('Log In')}>
            <SelectField
              control={form.control}
              name="environment"
              label={i18n._('Environment')}
              autoComplete="off"
              options={environments.map(({ name, production }) => ({
                value: name,
                label: production ? i18n._('{name} · production', { name }) : name,
              }))}
            />
            <EmailField control={form.control} name="email" label={i18n._('Email')} autoComplete="username" />
            <FormField
              control={form.control}
              name="password"
              label={i18n._('Password')}
              type="password"
              autoComplete="current-password"
            />
            <SwitchField control={form.control} name="rememberMe" label={i18n._('Remember me for 30 days')} />
          </Form>
        </AuthCard>
      )}
    </Page>
  );
}
