import { expect, it } from 'vitest';
import { billOf, priceOf } from './charge';

it.each([
  [1200, 86_000, 103],
  [1250, 86_000, 108],
  [100, 5_000, 1],
  [99, 5_000, 0],
  [9_999_999, 149_750, 1_497_500],
  [1200, 0, 0],
])('adds the taxes to %i at %i parts per million, rounded half up: %i', (price, rate, taxes) => {
  expect(billOf(price, rate)).toEqual({ price, taxes, total: price + taxes });
});

it.each([
  [1600, 200_000, 267],
  [999, 200_000, 167],
  [9_999_999, 149_750, 1_302_457],
  [1200, 0, 0],
])('extracts the taxes from %i at %i parts per million: %i', (total, rate, taxes) => {
  expect(billOf(total, rate, true)).toEqual({ price: total - taxes, taxes, total });
});

it('parses typed prices and rejects others', () => {
  expect(['', '0', '000', '1', '0012', '9999999', '10000000', '820000000000'].map(priceOf)).toEqual([
    null,
    null,
    null,
    1,
    12,
    9_999_999,
    null,
    null,
  ]);
});
