import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { longDate } from '@/shared/format/dates';
import stack from '@/shared/office/stack.module.css';
import { Facts } from '@/shared/ui/facts';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { meQuery } from '../api/own';
import { PasswordForm } from '../own/password-form';
import { SecondFactors } from '../own/second-factors';
import { roleName, roleTask } from '../staff/role-words';

/** Who one is here, and with what one logs in. */
export function MePage() {
  return (
    <Page width="narrow">
      <QueryView
        query={useQuery(meQuery())}
        skeleton={<Skeleton count={2} height={160} />}
        failed={i18n._("Couldn't load your account")}
      >
        {({ email, environment, role, createdAt }) => (
          <div className={stack.stack}>
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
          </div>
        )}
      </QueryView>
    </Page>
  );
}
