import { expect, it } from 'vitest';
import { isProductType, productKinds, productTypes } from './kinds';

it('has a label and an image for each type', () => {
  expect(productKinds.AppBundle.name()).toBe('Bundle Codes');
  expect(productKinds.GiftCardRecharge.name()).toBe('Gift card reload');
  expect(productKinds.AppClub.icon).toBe('calendar');
  expect(productKinds.GiftCard.icon).toBe('card');
});

it('recognizes only its types', () => {
  expect(productTypes.every(isProductType)).toBe(true);
  for (const value of ['Loyalty', 'toString', '', null, 3]) expect(isProductType(value)).toBe(false);
});
