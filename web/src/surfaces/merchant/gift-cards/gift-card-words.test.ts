import { expect, it } from 'vitest';
import type { GiftCardSummary } from '@/shared/api/types';
import { cardStateOf, holderOf, holdStateOf, movementOf } from './gift-card-words';

const card: GiftCardSummary = {
  cardId: 1,
  name: 'Gift card',
  lastFour: '0042',
  state: 'active',
  balance: 2500,
  held: 0,
  createdAt: '2026-11-20T12:00:00Z',
};

it("names the card's holder if known", () => {
  expect(holderOf({ ...card, buyerEmail: 'ada@wash.co', buyerName: 'Ada Byron' })).toBe('Ada Byron');
  expect(holderOf({ ...card, sentTo: 'bea@wash.co' })).toBe('Gift to bea@wash.co');
  expect(holderOf(card)).toBe('Deleted account');
});

it('passes unknown values through', () => {
  expect([cardStateOf(card).label, cardStateOf({ state: 'lost' }).label]).toEqual(['Active', 'lost']);
  expect([holdStateOf({ state: 'held' }).label, holdStateOf({ state: 'new' }).label]).toEqual([
    'Held',
    'new',
  ]);
  expect([movementOf({ kind: 'issue' }), movementOf({ kind: 'new' })]).toEqual(['Sold', 'new']);
});
