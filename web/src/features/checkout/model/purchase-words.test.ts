import { expect, it } from 'vitest';
import { fulfilmentLabel, orderLabel, totalNote } from './purchase-words';

it('speaks of what is not as usual only', () => {
  expect(fulfilmentLabel('shipped')).toBe('Shipped');
  expect(fulfilmentLabel(null)).toBeNull();
  expect(fulfilmentLabel('of_no_concern')).toBeNull();
  expect(orderLabel('paid')).toBeNull();
  expect(orderLabel('refunded')).toBe('Refunded');
});

it('says what a total is made of, where it is more than prices', () => {
  expect(totalNote({ credit: 0, discount: 0, taxes: 0 })).toBe('');
  expect(totalNote({ credit: 0, discount: 0, taxes: 103 })).toBe('of which $1.03 tax');
  expect(totalNote({ credit: 0, discount: 500, taxes: 103 })).toBe('of which $1.03 tax · $5.00 off');
  expect(totalNote({ credit: 600, discount: 0, taxes: 0 })).toBe('$6.00 credited');
});
