import { cursor, filter, id, search } from '@/shared/list/fields';

export const memberFields = {
  q: search(),
  status: filter('all', 'active', 'endbillingpending', 'inactive'),
  billing: filter('all', 'ok', 'past_due', 'suspended', 'paused'),
  club: id(),
  at: cursor(),
};
