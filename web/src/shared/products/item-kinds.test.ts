import { expect, it } from 'vitest';
import { isDiscount, kindIcon } from './item-kinds';

it.each([
  ['AppWash', 'car'],
  ['AppBundle', 'tag'],
  ['AppClub', 'calendar'],
  ['AppPoints', 'gift'],
  ['DollarDiscTrans', 'dollarSign'],
  ['Loyalty', 'award'],
])('marks %s with its icon', (kind, icon) => {
  expect(kindIcon(kind)).toBe(icon);
});

it('treats both types of discounts as one', () => {
  expect(['DollarDiscTrans', 'DollarDiscItem', 'Item', 'AppWash'].map(isDiscount)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
