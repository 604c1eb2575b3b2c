import { expect, it } from 'vitest';
import { giftStateOf, itemStateOf, pointsKindOf, referralStateOf, standingOf } from './customer-words';

const ada = { blocked: false, emailConfirmed: true, role: 'customer' } as const;

it('shows a block first', () => {
  expect(standingOf(ada).label).toBe('Confirmed');
  expect(standingOf({ ...ada, emailConfirmed: false }).label).toBe('Not confirmed');
  expect(standingOf({ ...ada, role: 'manager' }).label).toBe('Manager');
  expect(standingOf({ ...ada, role: 'manager', blocked: true }).label).toBe('Blocked');
});

it('passes unknown values through', () => {
  expect(itemStateOf({ state: 'used' }).label).toBe('Redeemed');
  expect(itemStateOf({ state: 'lost' }).label).toBe('lost');
  expect(pointsKindOf({ kind: 'adjust' })).toBe('Adjusted by staff');
  expect(pointsKindOf({ kind: 'adjust', subject: 'award:7' })).toBe('Award revoked');
  expect(pointsKindOf({ kind: 'new' })).toBe('new');
  expect(giftStateOf({ state: 'held' })).toBe('Unclaimed');
  expect(giftStateOf({ state: 'new' })).toBe('new');
  expect(referralStateOf({ state: 'rejected' })).toBe('Not rewarded');
});
