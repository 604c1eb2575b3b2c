import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { logIn } from '@/features/identity/api/sessions';
import { AuthCard } from '@/features/identity/components/auth-card';
import { IncompleteLink } from '@/features/identity/components/incomplete-link';
import { NameFields, PhoneField } from '@/features/identity/components/person-fields';
import { useMailedLink } from '@/features/identity/model/mailed-link';
import { acceptInvitation, lookAtInvitation } from '@/features/staff/api/invitations';
import { ApiError, errorText } from '@/shared/api/api-error';
import type { OpenInvitation } from '@/shared/api/types';
import { readPhone } from '@/shared/format/masks';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { PasswordChecklist } from '@/shared/forms/password-checklist';
import { newPassword, phone, required } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';

type Props = { invitation: OpenInvitation; token: string; onDone: () => void };

/** Whether the link was used, replaced or has expired. */
function isDead(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'expired' || error.code === 'invalid_code');
}

const joinSchema = (country: string) =>
  v.object({
    firstName: required(),
    lastName: required(),
    cellPhoneNumber: v.union([v.literal(''), phone(country)]),
    password: newPassword(),
  });

/** For people without a confirmed account. Logs them in and opens the back office. */
function JoinWithPassword({ invitation, token, onDone }: Props) {
  const { email, firstName, lastName } = invitation;
  const { country } = site();
  const form = useAppForm({
    schema: () => joinSchema(country),
    values: { firstName, lastName, cellPhoneNumber: '', password: '' },
    send: async (entered) => {
      const { password } = entered;
      const cellPhoneNumber = readPhone(entered.cellPhoneNumber, country);
      const failure = await acceptInvitation({ token, ...entered, cellPhoneNumber }).catch((error) => error);
      // An earlier attempt may have accepted it, although its response was lost. Then the password is already set.
      if (failure && !isDead(failure)) throw failure;
      const ticket = await logIn(email, password, {}).catch(() => 'none');
      if (ticket === null) return location.assign('/mmtpo');
      if (failure && ticket === 'none') throw failure;
      // After a captcha or a second factor, they log in themselves.
      onDone();
    },
  });
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <Form form={form} submit={i18n._('Accept invitation')}>
      <NameFields control={form.control} />
      <PhoneField control={form.control} optional />
      {/* Tells a password keeper whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <FormField
        control={form.control}
        name="password"
        label={i18n._('Password')}
        type="password"
        autoComplete="new-password"
      />
      <PasswordChecklist password={password} />
    </Form>
  );
}

/** For existing customers, who keep their login. */
function JoinAsCustomer({ token, onDone }: Props) {
  const form = useAppForm({
    schema: () => v.object({}),
    values: {},
    send: async () => {
      await acceptInvitation({ token });
      onDone();
    },
  });
  return (
    <Form form={form} submit={i18n._('Accept invitation')}>
      {null}
    </Form>
  );
}

/** Message for a link that can't be used anymore, often because the invitation was already accepted. */
function DeadInvitation({ error }: { error: unknown }) {
  return (
    <StateView
      icon="alert"
      title={i18n._("This invitation can't be used")}
      text={`${errorText(error)} ${i18n._('If you already accepted it, log in to the back office.')}`}
    >
      <Button variant="contained" href="/mmtpo">
        {i18n._('Log In')}
      </Button>
    </StateView>
  );
}

/** Page of an emailed team invitation. Opening it changes nothing. */
export function InvitationPage() {
  const { email, token, complete } = useMailedLink();
  const [done, setDone] = useState(false);
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => lookAtInvitation(token),
    enabled: complete && !done,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!complete) {
    return (
      <Page width="narrow" hideTitle>
        <IncompleteLink />
      </Page>
    );
  }
  if (done) {
    return (
      <Page width="narrow" hideTitle>
        <StateView
          icon="check"
          title={i18n._("You're on the team")}
          text={i18n._('Log in as {email} to open the back office.', { email })}
        >
          <Button variant="contained" href="/mmtpo">
            {i18n._('Open back office')}
          </Button>
        </StateView>
      </Page>
    );
  }
  if (isDead(query.error)) {
    return (
      <Page width="narrow" hideTitle>
        <DeadInvitation error={query.error} />
      </Page>
    );
  }
  return (
    <Page width="narrow" hideTitle>
      <QueryView
        query={query}
        skeleton={<Skeleton count={1} height={260} />}
        failed={i18n._("Couldn't open the invitation")}
      >
        {(invitation) => {
          const Join = invitation.needsPassword ? JoinWithPassword : JoinAsCustomer;
          return (
            <AuthCard
              title={i18n._('Join the {company} team', { company: site().companyName })}
              lead={
                invitation.needsPassword
                  ? i18n._('Set up your login for {email}.', { email: invitation.email })
                  : i18n._('Use your existing account, {email}, with its current password.', {
                      email: invitation.email,
                    })
              }
            >
              <Join invitation={invitation} token={token} onDone={() => setDone(true)} />
            </AuthCard>
          );
        }}
      </QueryView>
    </Page>
  );
}
