import type { ProductsAsked } from '@/features/catalog/api/admin-products';
import { cursor, filter, id, search, sort } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';

export const productFields = {
  q: search(),
  type: filter('all', 'AppWash', 'AppBundle', 'AppClub', 'GiftCard', 'GiftCardRecharge', 'Swag'),
  state: filter('all', 'onSale', 'coming', 'over', 'soldOut', 'example', 'archived'),
  location: id(),
  sort: sort('shop', 'name', 'cheapest', 'dearest', 'newest'),
  at: cursor(),
};

/** Whether search or filters narrow the current tab. */
export function isNarrowed({ q, type, state, location }: ListState<typeof productFields>): boolean {
  return q !== '' || type !== 'all' || location > 0 || !['all', 'archived'].includes(state);
}

/** Request shared by the page and its export, so that both use the same filters. */
export function askedOf({ q, type, state, location, sort }: ListState<typeof productFields>): ProductsAsked {
  return {
    ...(q && { q }),
    ...(type !== 'all' && { productType: type }),
    ...(state === 'all' ? { archived: false } : { state }),
    ...(location > 0 && { locationId: location }),
    ...(sort !== 'shop' && { sort }),
  };
}
