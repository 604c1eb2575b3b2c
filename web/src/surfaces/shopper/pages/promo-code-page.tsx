import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { locationsQuery } from '@/features/catalog/api/locations';
import { LocationFilter } from '@/features/catalog/components/location-filter';
import { accountQuery } from '@/features/identity/api/account';
import { ResendEmailButton } from '@/features/identity/components/resend-email-button';
import { PromoForm } from '@/features/offers/components/promo-form';
import type { ClaimedItem } from '@/shared/api/types';
import { site } from '@/shared/site/boot';
import { Page } from '@/shared/ui/page';
import { SectionCard } from '@/shared/ui/section-card';
import { toast } from '@/shared/ui/toasts';
import { Deals } from '../components/deals';
import { useLocationQuery } from '../model/location-query';
import { addressOf } from '../table';
import styles from './promo-code-page.module.css';

function tell(text: string, { itemId }: ClaimedItem) {
  toast(text, { label: i18n._('Show code'), to: addressOf('walletCode', { itemId }) });
}

/** Promo code form and deals. Claimed items go to the wallet. */
export function PromoCodePage() {
  const [locationId, choose] = useLocationQuery();
  const locations = useQuery(locationsQuery());
  const account = useQuery(accountQuery()).data;
  const filter = (
    <LocationFilter
      locations={locations.data ?? []}
      value={locationId}
      onChange={choose}
      hideLabel
      required={site().forceLocations}
    />
  );
  return (
    <Page aside={filter}>
      <div className={styles.parts}>
        {account?.emailConfirmed === false ? (
          <SectionCard title={i18n._('Please Verify your email')}>
            <p>{i18n._('Verify your email to claim deals and promo codes.')}</p>
            <ResendEmailButton label={i18n._('Resend Email')} email={account.email} />
          </SectionCard>
        ) : (
          <PromoForm
            locationId={locationId}
            onClaimed={(item) =>
              tell(i18n._('Code Claimed: {name} Added to your Wallet!', { name: item.name }), item)
            }
          />
        )}
        <Deals
          account={account}
          locationId={locationId}
          onClaimed={(item) => tell(i18n._('Deal Added to your Wallet!'), item)}
        />
      </div>
    </Page>
  );
}
