import { expect, it } from 'vitest';
import { askedOf } from './customer-filters';

it('sends only active filters', () => {
  const all = { q: '', standing: 'all', location: 0, sort: 'newest', at: '' } as const;
  expect(askedOf(all)).toEqual({});
  expect(askedOf({ ...all, q: 'ada', standing: 'blocked', location: 2, sort: 'name' })).toEqual({
    q: 'ada',
    standing: 'blocked',
    locationId: 2,
    sort: 'name',
  });
});
