import { i18n } from '@lingui/core';
import { StateView } from '@/shared/ui/state-view';
import { OfferList } from '../offers/offer-list';
import { useMay } from '../roles';
import { addressOf } from '../table';

/** Offers that customers claim with a code. */
export function PromoCodesPage() {
  return (
    <OfferList
      kind="promo-codes"
      may={useMay()('changePromoCodes')}
      words={{
        list: i18n._('Promo codes'),
        create: i18n._('Create promo code'),
        bring: i18n._('Import promo codes'),
      }}
      addressOf={(id) => `${addressOf('promoCodes')}/${id}`}
      empty={(acts) => (
        <StateView
          icon="tag"
          title={i18n._('No promo codes yet')}
          text={i18n._('Customers enter the code in the shop.')}
        >
          {acts}
        </StateView>
      )}
    />
  );
}
