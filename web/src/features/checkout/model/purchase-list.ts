import type { Purchase } from '@/shared/api/types';
import { filter, page, search, sort } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';
import { matches } from '@/shared/list/matches';

export const purchaseFields = {
  q: search(),
  state: filter('all', 'paid', 'refunded', 'cancelled'),
  sort: sort('newest', 'oldest', 'dearest'),
  page: page(),
};

type Wanted = Pick<ListState<typeof purchaseFields>, 'q' | 'state' | 'sort'>;

/** Order statuses that matter to customers. */
const states: Record<Wanted['state'], readonly string[] | null> = {
  all: null,
  paid: ['paid'],
  refunded: ['refunded', 'partially_refunded'],
  cancelled: ['voided'],
};

/** Dates can be equal; order numbers are sequential. */
function older(a: Purchase, b: Purchase): number {
  return a.purchaseDate.localeCompare(b.purchaseDate) || a.orderNumber.localeCompare(b.orderNumber);
}

const orders: Record<Wanted['sort'], (a: Purchase, b: Purchase) => number> = {
  newest: (a, b) => older(b, a),
  oldest: older,
  dearest: (a, b) => b.total - a.total || older(b, a),
};

function says({ orderNumber, purchasedProducts }: Purchase): (string | null | undefined)[] {
  const products = purchasedProducts.flatMap(({ name, giftedTo, giftedEmail }) => [
    name,
    giftedTo,
    giftedEmail,
  ]);
  return [orderNumber, ...products];
}

/** Purchases matching a number, product or gift recipient, in the selected order. */
export function findPurchases(purchases: Purchase[], { q, state, sort: order }: Wanted): Purchase[] {
  return purchases
    .filter((purchase) => states[state]?.includes(purchase.state) ?? true)
    .filter((purchase) => matches(q, says(purchase)))
    .sort(orders[order]);
}
