import { afterEach, expect, it } from 'vitest';
import { openSite } from '@/shared/testing/site';
import { fulfilmentLabel, orderLabel, totalNote } from './purchase-words';

afterEach(() => openSite());

it('mentions only exceptional states', () => {
  expect(fulfilmentLabel('shipped')).toBe('Shipped');
  expect(fulfilmentLabel(null)).toBeNull();
  expect(fulfilmentLabel('of_no_concern')).toBeNull();
  expect(orderLabel('paid')).toBeNull();
  expect(orderLabel('refunded')).toBe('Refunded');
});

const nothing = { credit: 0, creditTaxes: 0, discount: 0, discountTaxes: 0, taxes: 0 };

it('itemizes a total with tax, discount or credit', () => {
  expect(totalNote(nothing)).toBe('');
  expect(totalNote({ ...nothing, taxes: 103 })).toBe('Tax: $1.03');
  const off = { ...nothing, discount: 500, discountTaxes: 100, taxes: 103 };
  expect(totalNote(off)).toBe('Tax: $1.03 · $5.00 off');
  expect(totalNote({ ...nothing, credit: 600, creditTaxes: 120 })).toBe('$6.00 credited');
  openSite({ pricesIncludeTax: true });
  expect(totalNote(off)).toBe('includes $1.03 tax · $6.00 off');
});
