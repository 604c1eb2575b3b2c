import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/catalog/api/locations';
import { showEmailVerification } from '@/features/identity/model/verify-email';
import { claimDeal, dealsQuery } from '@/features/offers/api/deals';
import { DealCard } from '@/features/offers/components/deal-card';
import { claimable } from '@/features/offers/model/deals';
import { ApiError, errorText, errorTitle } from '@/shared/api/api-error';
import type { Account, ClaimedItem } from '@/shared/api/types';
import { dialogs } from '@/shared/ui/dialogs';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { StateView } from '@/shared/ui/state-view';
import styles from './deals.module.css';

type Props = {
  account: Account | undefined;
  locationId: number;
  onClaimed: (item: ClaimedItem) => void;
};

function NoDeals() {
  return (
    <StateView
      icon="tag"
      title={i18n._('No deals right now')}
      text={i18n._('New deals will appear here. You can use a promo code anytime.')}
    />
  );
}

/** Deals the customer can still claim at a location. */
export function Deals({ account, locationId, onClaimed }: Props) {
  const deals = useQuery(dealsQuery(locationId));
  const locations = useQuery(locationsQuery()).data ?? [];
  const claim = useMutation(claimDeal);
  const take = async (dealId: number) => {
    try {
      onClaimed(await claim.mutateAsync({ dealId, locationId }));
    } catch (error) {
      if (account && error instanceof ApiError && error.code === 'email_unconfirmed')
        await showEmailVerification(account.email);
      else await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    }
  };
  return (
    <section className={styles.deals} aria-labelledby="deals">
      <h2 id="deals">{i18n._('Deals')}</h2>
      <QueryView
        query={deals}
        skeleton={<Skeleton count={2} height={220} layout="grid" />}
        failed={i18n._('Unable to get Deals')}
        empty={<NoDeals />}
      >
        {(all) => {
          const open = claimable(all);
          if (open.length === 0) return <NoDeals />;
          return (
            <ul className={styles.grid}>
              {open.map((deal) => (
                <DealCard
                  key={deal.dealId}
                  deal={deal}
                  locations={locations}
                  claiming={claim.isPending && claim.variables.dealId === deal.dealId}
                  disabled={claim.isPending}
                  onClaim={() => void take(deal.dealId)}
                />
              ))}
            </ul>
          );
        }}
      </QueryView>
    </section>
  );
}
