import { cursor, filter, search } from '@/shared/list/fields';

export const giftCardFields = {
  q: search(),
  state: filter('all', 'active', 'blocked', 'void'),
  at: cursor(),
};
