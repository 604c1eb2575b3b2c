import { expect, it } from 'vitest';
import { fulfilmentLabel, orderLabel, purchaseIcon, purchaseKind } from './purchase-words';

it('has a word and a picture for each kind', () => {
  expect(purchaseKind('AppBundle')).toBe('Bundle Codes');
  expect(purchaseKind('GiftCardRecharge')).toBe('Gift card reload');
  expect(purchaseIcon('AppClub')).toBe('calendar');
  expect(purchaseIcon('GiftCard')).toBe('card');
});

it('speaks of what is not as usual only', () => {
  expect(fulfilmentLabel('shipped')).toBe('Shipped');
  expect(fulfilmentLabel(null)).toBeNull();
  expect(fulfilmentLabel('of_no_concern')).toBeNull();
  expect(orderLabel('paid')).toBeNull();
  expect(orderLabel('refunded')).toBe('Refunded');
});
