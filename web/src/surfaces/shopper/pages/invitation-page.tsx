import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { AuthCard } from '@/features/identity/components/auth-card';
import { IncompleteLink } from '@/features/identity/components/incomplete-link';
import { NewPasswordFields } from '@/features/identity/components/new-password-fields';
import { useMailedLink } from '@/features/identity/model/mailed-link';
import { recoverySchema } from '@/features/identity/model/password-forms';
import { acceptInvitation, lookAtInvitation } from '@/features/staff/api/invitations';
import type { OpenInvitation } from '@/shared/api/types';
import { Form } from '@/shared/forms/form';
import { useAppForm } from '@/shared/forms/use-app-form';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';

type Props = { invitation: OpenInvitation; token: string; onDone: () => void };

/** For people without a confirmed account. */
function JoinWithPassword({ invitation: { email }, token, onDone }: Props) {
  const form = useAppForm({
    schema: recoverySchema,
    values: { password: '', confirmPassword: '' },
    send: async ({ password }) => {
      await acceptInvitation({ token, password });
      onDone();
    },
  });
  return (
    <Form form={form} submit={i18n._('Accept invitation')}>
      {/* Tells a password keeper whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields form={form} name="password" again="confirmPassword" />
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
                  ? i18n._('Choose a password for {email}.', { email: invitation.email })
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
