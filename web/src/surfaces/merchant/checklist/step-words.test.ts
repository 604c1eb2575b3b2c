import { expect, it } from 'vitest';
import { wordsOf } from './step-words';

it("links to each step's page by role", () => {
  expect(wordsOf('contact')).toMatchObject({ to: '/mmtpo/settings/business', from: 'manager' });
  expect(wordsOf('processor')).toMatchObject({ to: '/mmtpo/settings/payments', from: 'owner' });
  expect(wordsOf('people')).toMatchObject({ to: '/mmtpo/team', from: 'owner' });
  expect(wordsOf('opening')).toMatchObject({ to: '/mmtpo/settings/opening', from: 'owner' });
  expect(wordsOf('sale')).toMatchObject({ to: '/', from: 'customer' });
});

it('has different button labels for opening and viewing the shop', () => {
  expect([wordsOf('opening').act, wordsOf('sale').act]).toEqual(['Open the shop', 'View shop']);
});
