import { expect, it } from 'vitest';
import { isProductType, productKinds, productTypes } from './kinds';

it('has a word and a picture for each kind', () => {
  expect(productKinds.AppBundle.name()).toBe('Bundle Codes');
  expect(productKinds.GiftCardRecharge.name()).toBe('Gift card reload');
  expect(productKinds.AppClub.icon).toBe('calendar');
  expect(productKinds.GiftCard.icon).toBe('card');
});

it('knows its kinds, and nothing else', () => {
  expect(productTypes.every(isProductType)).toBe(true);
  for (const value of ['Loyalty', 'toString', '', null, 3]) expect(isProductType(value)).toBe(false);
});
