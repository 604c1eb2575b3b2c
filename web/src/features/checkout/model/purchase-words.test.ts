import { expect, it } from 'vitest';
import { fulfilmentLabel, orderLabel } from './purchase-words';

it('speaks of what is not as usual only', () => {
  expect(fulfilmentLabel('shipped')).toBe('Shipped');
  expect(fulfilmentLabel(null)).toBeNull();
  expect(fulfilmentLabel('of_no_concern')).toBeNull();
  expect(orderLabel('paid')).toBeNull();
  expect(orderLabel('refunded')).toBe('Refunded');
});
