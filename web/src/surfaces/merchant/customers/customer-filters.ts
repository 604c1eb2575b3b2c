import type { CustomersAsked } from '@/features/identity/api/customers';
import { cursor, filter, id, search, sort } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';

export const customerFields = {
  q: search(),
  standing: filter('all', 'unconfirmed', 'blocked', 'staff'),
  location: id(),
  sort: sort('newest', 'name', 'seen'),
  at: cursor(),
};

/** Request shared by the page and its export, so that both use the same filters. */
export function askedOf(state: ListState<typeof customerFields>): CustomersAsked {
  const { q, standing, location, sort: order } = state;
  return {
    ...(q && { q }),
    ...(standing !== 'all' && { standing }),
    ...(location && { locationId: location }),
    ...(order !== 'newest' && { sort: order }),
  };
}
