import { i18n } from '@lingui/core';
import { StateView } from '@/shared/ui/state-view';
import { OfferList } from '../offers/offer-list';
import { useMay } from '../roles';
import { addressOf } from '../table';

/** Deals that all customers can claim. */
export function DealsPage() {
  return (
    <OfferList
      kind="deals"
      may={useMay()('changeDeals')}
      words={{ list: i18n._('Deals'), create: i18n._('Create deal'), bring: i18n._('Import deals') }}
      addressOf={(id) => `${addressOf('deals')}/${id}`}
      empty={(acts) => (
        <StateView
          icon="gift"
          title={i18n._('No deals yet')}
          text={i18n._('Customers claim deals in the shop and find them in their wallet.')}
        >
          {acts}
        </StateView>
      )}
    />
  );
}
