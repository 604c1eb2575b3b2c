import type { ProductsAsked } from '@/features/catalog/api/admin-products';
import { cursor, filter, id, search, sort } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';

export const productFields = {
  q: search(),
  type: filter('all', 'AppWash', 'AppBundle', 'AppClub', 'GiftCard', 'GiftCardRecharge', 'Swag'),
  state: filter('all', 'onSale', 'coming', 'over', 'soldOut', 'archived'),
  location: id(),
  sort: sort('shop', 'name', 'cheapest', 'dearest', 'newest'),
  at: cursor(),
};

/** What is asked of the server: the page and the table of the same list are narrowed by the same. */
export function askedOf({ q, type, state, location, sort }: ListState<typeof productFields>): ProductsAsked {
  return {
    ...(q && { q }),
    ...(type !== 'all' && { productType: type }),
    ...(state !== 'all' && { state }),
    ...(location > 0 && { locationId: location }),
    ...(sort !== 'shop' && { sort }),
  };
}
