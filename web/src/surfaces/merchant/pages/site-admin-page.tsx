import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '@/features/identity/api/account';
import {
  checkSubdomainAtSite,
  countriesQuery,
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

/** No account is granted to the person's confirmed address. */
function NoGrant() {
  const { data } = useQuery(accountQuery());
  return (
    <StateView
      icon="bag"
      title={i18n._('No account for new sites')}
      text={
        data?.emailConfirmed === false
          ? i18n._('Accounts are linked to a confirmed email address. Confirm yours first.')
          : i18n._('To create another site, ask your provider for access to an account.')
      }
    />
  );
}

/** Creates a site for a granted account. The creator is invited to run it. */
export function SiteAdminPage() {
  const [made, setMade] = useState<Made | null>(null);
  const granted = useQuery(grantedQuery());
  const templates = useQuery(startingConfigsQuery());
  const { data: countries } = useQuery(countriesQuery());
  const { data: own } = useQuery(accountQuery());
  const { mutateAsync } = useMutation(createGrantedSite);
  if (made) return <SiteMade {...made} invited={own?.email ?? ''} onAgain={() => setMade(null)} />;
  return (
    <Page
      lead={i18n._(
        'A separate site with its own customers, prices and team. Its shop is closed until you open it.',
      )}
    >
      <QueryView
        query={granted}
        skeleton={skeleton}
        failed={i18n._("Couldn't load accounts")}
        empty={<NoGrant />}
      >
        {(accounts) => (
          <QueryView query={templates} skeleton={skeleton} failed={i18n._("Couldn't load templates")}>
            {(all) =>
              countries && (
                <SectionCard title={i18n._('Site details')}>
                  <NewSiteForm
                    accounts={accounts.map(({ hsAccountId, companyName }) => ({
                      id: hsAccountId,
                      companyName,
                    }))}
                    // Preselect the only account.
                    account={accounts.length === 1 ? accounts[0]?.hsAccountId : undefined}
                    templates={all}
                    countries={countries}
                    check={checkSubdomainAtSite}
                    send={async (typed) => setMade(await mutateAsync(typed))}
                  />
                </SectionCard>
              )
            }
          </QueryView>
        )}
      </QueryView>
    </Page>
  );
}
