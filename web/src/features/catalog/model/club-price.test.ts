import { expect, it } from 'vitest';
import { clubPrices } from './club-price';

it('shows the first-month price to those who would pay it', () => {
  expect(clubPrices({ price: 999, signupPrice: 999, monthlyPrice: 2999 })).toEqual({
    first: 999,
    monthly: 2999,
  });
});

it('shows former members only the monthly price', () => {
  expect(clubPrices({ price: 2999, signupPrice: 999, monthlyPrice: 2999 })).toEqual({
    first: null,
    monthly: 2999,
  });
});

it('shows equal prices once', () => {
  expect(clubPrices({ price: 2999, signupPrice: 2999, monthlyPrice: 2999 }).first).toBeNull();
});

it('uses the price if a club has no monthly price', () => {
  expect(clubPrices({ price: 1500 })).toEqual({ first: null, monthly: 1500 });
});
