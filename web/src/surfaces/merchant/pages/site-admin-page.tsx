import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '@/features/identity/api/account';
import {
  checkSubdomainAtSite,
  createGrantedSite,
  grantedQuery,
  startingConfigsQuery,
} from '@/features/sites/api/granted';
import { NewSiteForm } from '@/features/sites/components/new-site-form';
import { SiteMade } from '@/features/sites/components/site-made';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';

type Made = { subdomain: string; address: string };

const skeleton = <Skeleton count={3} height={160} />;

/** Nobody has granted an account, or not to an address that is known to be theirs. */
function NoGrant() {
  const { data } = useQuery(accountQuery());
  return (
    <StateView
      icon="bag"
      title={i18n._('No account to make sites of')}
      text={
        data?.emailConfirmed === false
          ? i18n._('Accounts are granted to a confirmed e-mail address. Please confirm yours first.')
          : i18n._(
              'Would you like another site? Please ask those who run the platform to grant you the account that it is to belong to.',
            )
      }
    />
  );
}

/** Makes a site of an account that was granted to whoever is here, who is invited to run it. */
export function SiteAdminPage() {
  const [made, setMade] = useState<Made | null>(null);
  const granted = useQuery(grantedQuery());
  const templates = useQuery(startingConfigsQuery());
  const { data: own } = useQuery(accountQuery());
  const { mutateAsync } = useMutation(createGrantedSite);
  if (made) return <SiteMade {...made} invited={own?.email ?? ''} onAgain={() => setMade(null)} />;
  return (
    <Page lead={i18n._('Another site, with customers, prices and people of its own. It is live at once.')}>
      <QueryView
        query={granted}
        skeleton={skeleton}
        failed={i18n._('Unable to get your accounts')}
        empty={<NoGrant />}
      >
        {(accounts) => (
          <QueryView query={templates} skeleton={skeleton} failed={i18n._('Unable to get the templates')}>
            {(all) => (
              <SectionCard title={i18n._('What it is to be')}>
                <NewSiteForm
                  accounts={accounts.map(({ hsAccountId, companyName }) => ({
                    id: hsAccountId,
                    companyName,
                  }))}
                  // Who has one account has no choice.
                  account={accounts.length === 1 ? accounts[0]?.hsAccountId : undefined}
                  templates={all}
                  check={checkSubdomainAtSite}
                  send={async (typed) => setMade(await mutateAsync(typed))}
                />
              </SectionCard>
            )}
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}
