import { expect, it } from 'vitest';
import { clubPrices } from './club-price';

it('shows the first month to who would pay it', () => {
  expect(clubPrices({ price: 999, signupPrice: 999, monthlyPrice: 2999 })).toEqual({
    first: 999,
    monthly: 2999,
  });
});

it('shows former members the monthly price alone', () => {
  expect(clubPrices({ price: 2999, signupPrice: 999, monthlyPrice: 2999 })).toEqual({
    first: null,
    monthly: 2999,
  });
});

it('does not say the same price twice', () => {
  expect(clubPrices({ price: 2999, signupPrice: 2999, monthlyPrice: 2999 }).first).toBeNull();
});

it('falls back to the price where a club names no monthly one', () => {
  expect(clubPrices({ price: 1500 })).toEqual({ first: null, monthly: 1500 });
});
