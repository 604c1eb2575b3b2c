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
  ),
  needs: filter('all', 'settlement', 'shipment'),
  dispute: filter('all', 'open', 'won', 'lost', 'accepted'),
  /** Of one customer. */
  user: id(),
  from: day(),
  to: day(),
  at: cursor(),
};

/** What is asked of the server: the page and the table of the same list are narrowed by the same. */
export function askedOf({
  q,
  state,
  needs,
  dispute,
  user,
  from,
  to,
}: ListState<typeof orderFields>): OrdersAsked {
  return {
    ...(q && { q }),
    ...(state !== 'all' && { state }),
    ...(needs !== 'all' && { needs }),
    ...(dispute !== 'all' && { dispute }),
    ...(user && { userId: user }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
