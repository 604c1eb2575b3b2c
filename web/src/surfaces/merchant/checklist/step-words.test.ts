import { expect, it } from 'vitest';
import { wordsOf } from './step-words';

it("links to each step's page by role", () => {
  expect(wordsOf('contact')).toMatchObject({ to: '/mmtpo/settings/business', from: 'manager' });
  expect(wordsOf('processor')).toMatchObject({ to: '/mmtpo/settings/payments', from: 'owner' });
  expect(wordsOf('people')).toMatchObject({ to: '/mmtpo/team', from: 'owner' });
  expect(wordsOf('opening')).toMatchObject({ to: '/mmtpo/settings/opening', from: 'owner' });
  expect(wordsOf('sale')).toMatchObject({ to: '/', from: 'customer' });
});

it('leads to the form of a new location and to each policy', () => {
  expect(wordsOf('location').to).toBe('/mmtpo/locations/new');
  expect(wordsOf('privacy').to).toBe('/mmtpo/settings/policies?text=privacy');
  expect(wordsOf('club_terms').to).toBe('/mmtpo/settings/policies?text=clubTerms');
});

it('has different button labels for opening and viewing the shop', () => {
  expect([wordsOf('opening').act, wordsOf('sale').act]).toEqual(['Open the shop', 'View shop']);
});
