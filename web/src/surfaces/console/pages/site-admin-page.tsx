import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { NewSiteForm } from '@/features/sites/components/new-site-form';
import { SiteMade } from '@/features/sites/components/site-made';
import { factsOf } from '@/features/sites/model/new-site';
import type { SiteEntry } from '@/shared/api/types';
import { BackLink } from '@/shared/office/back-link';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { askForAccount } from '../accounts/ask-for-account';
import { accountsQuery } from '../api/accounts';
import { checkSubdomain, countriesQuery, createSite, templatesQuery } from '../api/sites';
import { addressOf } from '../table';

type Made = { site: SiteEntry; invited: string };

/** Creates a site. */
export function SiteAdminPage() {
  const [query] = useSearchParams();
  const [made, setMade] = useState<Made | null>(null);
  const templates = useQuery(templatesQuery());
  const { data: countries } = useQuery(countriesQuery());
  const { data: accounts = [] } = useQuery(accountsQuery());
  const { mutateAsync } = useMutation(createSite);
  if (made) {
    const { site, invited } = made;
    return (
      <SiteMade
        subdomain={site.subdomain}
        address={site.address}
        invited={invited}
        onAgain={() => setMade(null)}
      >
        <Button component={Link} to={addressOf('site', { id: site.id })} variant="outlined">
          {i18n._('Manage site')}
        </Button>
      </SiteMade>
    );
  }
  return (
    <>
      <BackLink to={addressOf('sites')} label={i18n._('Sites')} />
      <Page>
        <QueryView
          query={templates}
          skeleton={<Skeleton count={3} height={160} />}
          failed={i18n._("Couldn't load templates")}
        >
          {(all) =>
            countries && (
              <SectionCard title={i18n._('Site details')}>
                <NewSiteForm
                  accounts={accounts}
                  account={query.get('account') ?? undefined}
                  onNewAccount={async () => (await askForAccount())?.id ?? null}
                  templates={all}
                  countries={countries}
                  check={checkSubdomain}
                  asksOwner
                  send={async (values) => {
                    const { accountId, template, ownerEmail } = values;
                    const site = await mutateAsync({ accountId, template, ownerEmail, ...factsOf(values) });
                    setMade({ site, invited: ownerEmail });
                  }}
                />
              </SectionCard>
            )
          }
        </QueryView>
      </Page>
    </>
  );
}
