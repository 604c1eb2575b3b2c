import type { OrdersAsked } from '@/features/checkout/api/admin-orders';
import { cursor, day, filter, id, search } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';

export const orderFields = {
  q: search(),
  state: filter(
    'all',
    'paid',
    'partially_refunded',
    'refunded',
    'voided',
    'failed',
    'pending',
    'unknown',
    'flagged',
    'dispute_open',
    'dispute_won',
    'dispute_lost',
    'dispute_accepted',
  ),
  needs: filter('all', 'settlement', 'shipment'),
  /** Filters by customer. */
  user: id(),
  from: day(),
  to: day(),
  at: cursor(),
};

type Standing = Exclude<ListState<typeof orderFields>['state'], 'all'>;

/** Filter by order status or dispute status. */
function standing(state: Standing): Pick<OrdersAsked, 'state' | 'dispute'> {
  switch (state) {
    case 'dispute_open':
      return { dispute: 'open' };
    case 'dispute_won':
      return { dispute: 'won' };
    case 'dispute_lost':
      return { dispute: 'lost' };
    case 'dispute_accepted':
      return { dispute: 'accepted' };
    default:
      return { state };
  }
}

/** Request shared by the page and its export, so that both use the same filters. */
export function askedOf({ q, state, needs, user, from, to }: ListState<typeof orderFields>): OrdersAsked {
  return {
    ...(q && { q }),
    ...(state !== 'all' && standing(state)),
    ...(needs !== 'all' && { needs }),
    ...(user && { userId: user }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
