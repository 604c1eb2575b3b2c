import { expect, it } from 'vitest';
import type { ProductRecord } from '@/features/catalog/api/admin-products';
import { neighboursOf } from './product-actions';
import { priceOf, productState } from './product-words';

const now = Date.parse('2026-11-20T00:00:00Z');

const record = (
  fields: Partial<ProductRecord['product']> = {},
  rest: Partial<ProductRecord> = {},
): ProductRecord => ({
  productId: 1,
  version: 1,
  archived: false,
  product: { productType: 'AppWash', name: 'Glow', price: 1200, ...fields },
  ...rest,
});

it.each([
  [record(), 'onSale'],
  [record({ onSaleUntil: '2026-11-20T00:00:00Z' }), 'over'],
  [record({ onSaleFrom: '2026-11-21T00:00:00Z' }), 'coming'],
  [record({ productType: 'Swag', stock: 0 }), 'soldOut'],
  [record({ stock: 0 }, { archived: true }), 'archived'],
] as const)('shows whether a product is for sale: %o', (product, state) => {
  expect(productState(product, now)).toBe(state);
});

it("shows a club's price", () => {
  expect(priceOf(record({ productType: 'AppClub' }))).toMatch(/\/month$/);
});

it('moves a product among equal prices only', () => {
  const [dear, one, two, gone] = [
    record({ price: 2000 }),
    record(),
    record(),
    record({}, { archived: true }),
  ];
  const all = [dear, one, two, gone];
  expect(neighboursOf(all, dear)).toEqual({ above: undefined, below: undefined });
  expect(neighboursOf(all, one)).toEqual({ above: undefined, below: two });
  expect(neighboursOf(all, two)).toEqual({ above: one, below: undefined });
});
