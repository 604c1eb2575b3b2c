import type { OfferRecord } from '@/shared/api/types';
import { filter, page, search, sort } from '@/shared/list/fields';

/** Sort orders of offers. The default is shop order, with withdrawn offers last. */
export const offerOrders = ['shop', 'newest', 'name', 'ending', 'claimed'] as const;

export type OfferOrder = (typeof offerOrders)[number];

export const offerFields = {
  q: search(),
  state: filter('all', 'running', 'coming', 'ended', 'withdrawn'),
  sort: sort(...offerOrders),
  page: page(),
};

/** Offers without an end date come last. */
const endOf = ({ offer: { endsAt } }: OfferRecord) => (endsAt ? Date.parse(endsAt) : Number.MAX_SAFE_INTEGER);

export function inOrder(offers: OfferRecord[], order: OfferOrder): OfferRecord[] {
  switch (order) {
    case 'shop':
      return offers;
    case 'newest':
      return offers.toSorted((one, other) => other.id - one.id);
    case 'name':
      return offers.toSorted((one, other) => one.offer.name.localeCompare(other.offer.name));
    case 'ending':
      return offers.toSorted((one, other) => endOf(one) - endOf(other));
    case 'claimed':
      return offers.toSorted((one, other) => other.claimed - one.claimed);
  }
}
