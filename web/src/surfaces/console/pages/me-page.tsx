import { i18n } from '@lingui/core';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { SessionList } from '@/features/identity/components/session-list';
import { longDate } from '@/shared/format/dates';
import stack from '@/shared/office/stack.module.css';
import { Facts } from '@/shared/ui/facts';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { endSession, meQuery, sessionsQuery } from '../api/own';
import { PasswordForm } from '../own/password-form';
import { SecondFactors } from '../own/second-factors';
import { setupOf } from '../own/setup';
import { roleName, roleTask } from '../staff/role-words';

/** Lists the setup that comes first. */
function SetupNotice({ setup }: { setup: ReturnType<typeof setupOf> }) {
  if (!setup) return null;
  return (
    <Alert severity="warning">
      {setup === 'password'
        ? i18n._('Change your password to continue. Someone else generated the current one.')
        : i18n._('Add an authenticator to continue. This environment requires two-factor authentication.')}
    </Alert>
  );
}

/** Account of the logged-in person and their login methods. */
export function MePage() {
  const sessions = useQuery(sessionsQuery());
  return (
    <Page width="narrow">
      <QueryView
        query={useQuery(meQuery())}
        skeleton={<Skeleton count={2} height={160} />}
        failed={i18n._("Couldn't load your account")}
      >
        {({ email, environment, role, createdAt, ...me }) => (
          <div className={stack.stack}>
            <SetupNotice setup={setupOf(me)} />
            <SectionCard title={email}>
              <Facts
                facts={[
                  [i18n._('Environment'), environment],
                  [i18n._('Role'), roleName(role)],
                  [i18n._('Added'), longDate(createdAt)],
                ]}
              />
              <p>{roleTask(role)}</p>
            </SectionCard>
            <SectionCard title={i18n._('Password')}>
              <PasswordForm email={email} />
            </SectionCard>
            <SecondFactors />
            <SessionList query={sessions} ending={endSession} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}
