import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { dateTime } from '@/shared/format/dates';
import { BackLink } from '@/shared/office/back-link';
import stack from '@/shared/office/stack.module.css';
import { Facts } from '@/shared/ui/facts';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { GrantsCard } from '../accounts/grants-card';
import { accountQuery } from '../api/accounts';
import { useIsAtLeast } from '../roles';
import { SiteList } from '../sites/site-list';
import { addressOf } from '../table';

/** Merchant account with its sites. */
export function AccountPage() {
  const { id = '' } = useParams();
  const query = useQuery(accountQuery(id));
  const create = useIsAtLeast('operator') && (
    <Button
      component={Link}
      to={`${addressOf('siteAdmin')}?${new URLSearchParams({ account: id })}`}
      variant="contained"
    >
      {i18n._('New site')}
    </Button>
  );
  return (
    <>
      <BackLink to={addressOf('accounts')} label={i18n._('Accounts')} />
      <Page {...(query.data && { title: query.data.companyName })} aside={query.data && create}>
        <QueryView
          query={query}
          skeleton={<Skeleton count={2} height={160} />}
          failed={i18n._("Couldn't load account")}
        >
          {({ hsAccountId, createdAt }) => (
            <div className={stack.stack}>
              <SectionCard title={i18n._('Account')}>
                <Facts
                  facts={[
                    [i18n._('CRM ID'), hsAccountId ?? '–'],
                    [i18n._('Created'), dateTime(createdAt)],
                  ]}
                />
              </SectionCard>
              <SectionCard title={i18n._('Sites')}>
                <SiteList account={id} create={create} />
              </SectionCard>
              <GrantsCard account={id} />
            </div>
          )}
        </QueryView>
      </Page>
    </>
  );
}
