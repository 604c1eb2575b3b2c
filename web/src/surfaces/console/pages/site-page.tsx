import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { dateTime } from '@/shared/format/dates';
import { BackLink } from '@/shared/office/back-link';
import stack from '@/shared/office/stack.module.css';
import { StateChip } from '@/shared/office/state-chip';
import { BreakableHost } from '@/shared/ui/breakable-host';
import { Facts } from '@/shared/ui/facts';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { shopQuery, siteQuery } from '../api/sites';
import { DomainClaimCard } from '../sites/domain-claim-card';
import { HoldCard } from '../sites/hold-card';
import { OwnersCard } from '../sites/owners-card';
import { SiteActs } from '../sites/site-acts';
import { shopState, shownState } from '../sites/site-words';
import { addressOf } from '../table';

/** Site details. */
export function SitePage() {
  const { id = '' } = useParams();
  const query = useQuery(siteQuery(id));
  const site = query.data;
  const { data: shop } = useQuery({ ...shopQuery(id), enabled: site?.state === 'active' });
  return (
    <>
      <BackLink to={addressOf('sites')} label={i18n._('Sites')} />
      <Page
        {...(site && { title: site.subdomain })}
        aside={
          site && (
            <Button href={site.address} target="_blank" rel="noreferrer" variant="outlined">
              {i18n._('Open site')}
            </Button>
          )
        }
      >
        <QueryView
          query={query}
          skeleton={<Skeleton count={2} height={160} />}
          failed={i18n._("Couldn't load site")}
        >
          {(known) => (
            <div className={stack.stack}>
              <SectionCard title={i18n._('Site')} action={<StateChip {...shownState(known)} />}>
                <Facts
                  facts={[
                    [i18n._('Account'), known.account.companyName],
                    [i18n._('URL'), <BreakableHost key="url" text={known.address} />],
                    [
                      i18n._('Custom domain'),
                      <BreakableHost key="domain" text={known.customDomain ?? '–'} />,
                    ],
                    [i18n._('Shop'), shop ? shopState(shop) : '–'],
                    [i18n._('Environment'), known.environment],
                    [i18n._('Version'), known.appVersion ?? '–'],
                    [i18n._('Pinned to'), known.pinnedBuild ?? '–'],
                    [i18n._('Created'), dateTime(known.createdAt)],
                    ...(known.deleteAfter
                      ? [[i18n._('Permanent deletion'), dateTime(known.deleteAfter)] as [string, string]]
                      : []),
                  ]}
                />
                <Button
                  component={Link}
                  to={addressOf('account', { id: known.account.id })}
                  variant="outlined"
                >
                  {i18n._('View account')}
                </Button>
              </SectionCard>
              {known.hold && <HoldCard site={known} hold={known.hold} />}
              {known.domainClaim && <DomainClaimCard site={known} claim={known.domainClaim} />}
              <OwnersCard site={known.id} />
              <SiteActs site={known} />
            </div>
          )}
        </QueryView>
      </Page>
    </>
  );
}
