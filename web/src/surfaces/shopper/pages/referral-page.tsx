import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { invitationQuery } from '@/features/loyalty/api/invitation';
import { InvitationCard } from '@/features/loyalty/components/invitation-card';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { WithAccount } from '../components/with-account';

/** Customer's referral link. */
export function ReferralPage() {
  const invitation = useQuery(invitationQuery());
  return (
    <Page title={site().navWords.referral || i18n._('Invite a Friend')} width="narrow">
      <WithAccount>
        {({ referralCode }) => (
          <QueryView
            query={invitation}
            skeleton={<Skeleton height={520} />}
            failed={i18n._("Couldn't load your link")}
          >
            {(known) => <InvitationCard invitation={known} code={referralCode} />}
          </QueryView>
        )}
      </WithAccount>
    </Page>
  );
}
