import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { NewSiteForm } from '@/features/sites/components/new-site-form';
import type { SiteEntry } from '@/shared/api/types';
import { BackLink } from '@/shared/office/back-link';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import { askForAccount } from '../accounts/ask-for-account';
import { accountsQuery } from '../api/accounts';
import { checkSubdomain, createSite, templatesQuery } from '../api/sites';
import { addressOf } from '../table';

type Made = { site: SiteEntry; invited: string };

/** Makes a site. */
export function SiteAdminPage() {
  const [query] = useSearchParams();
  const [made, setMade] = useState<Made | null>(null);
  const templates = useQuery(templatesQuery());
  const { data: accounts = [] } = useQuery(accountsQuery());
  const { mutateAsync } = useMutation(createSite);
  if (made) return <Live made={made} onAgain={() => setMade(null)} />;
  return (
    <>
      <BackLink to={addressOf('sites')} label={i18n._('Sites')} />
      <Page>
        <QueryView
          query={templates}
          skeleton={<Skeleton count={3} height={160} />}
          failed={i18n._('Unable to get the templates')}
          empty={
            <StateView
              icon="bag"
              title={i18n._('No templates')}
              text={i18n._('Sites begin as one of the folders beside the installation, and there is none.')}
            />
          }
        >
          {(all) => (
            <SectionCard title={i18n._('What it is to be')}>
              <NewSiteForm
                accounts={accounts}
                account={query.get('account') ?? undefined}
                onNewAccount={async () => (await askForAccount())?.id ?? null}
                templates={all}
                check={checkSubdomain}
                send={async ({ accountId, subdomain, template, ownerEmail }) => {
                  const site = await mutateAsync({ accountId, subdomain, template, ownerEmail });
                  setMade({ site, invited: ownerEmail });
                }}
              />
            </SectionCard>
          )}
        </QueryView>
      </Page>
    </>
  );
}

/** It is there, and where. */
function Live({ made: { site, invited }, onAgain }: { made: Made; onAgain: () => void }) {
  const title = i18n._('{subdomain} is live', { subdomain: site.subdomain });
  return (
    <Page title={title} hideTitle>
      <StateView
        icon="check"
        title={title}
        text={
          invited
            ? i18n._('An invitation is on its way to {email}.', { email: invited })
            : i18n._('Nobody is invited to run it yet.')
        }
      >
        <Button href={site.address} target="_blank" rel="noreferrer" variant="contained">
          {i18n._('Open the site')}
        </Button>
        <Button component={Link} to={addressOf('site', { id: site.id })} variant="outlined">
          {i18n._('To its page')}
        </Button>
        <Button onClick={onAgain} variant="outlined">
          {i18n._('Make another one')}
        </Button>
      </StateView>
    </Page>
  );
}
