import type { LocationsAsked } from '@/features/catalog/api/admin-locations';
import { cursor, filter, search } from '@/shared/list/fields';
import type { ListState } from '@/shared/list/list-state';

export const locationFields = {
  q: search(),
  state: filter('open', 'archived'),
  at: cursor(),
};

/** Request shared by the page and its export, so that both use the same filters. */
export function askedOf({ q, state }: ListState<typeof locationFields>): LocationsAsked {
  return { ...(q && { q }), archived: state === 'archived' };
}
