import { expect, it } from 'vitest';
import {
  addLine,
  type CartProduct,
  changeQuantity,
  countUnits,
  groupByKind,
  maximumQuantity,
  orderProducts,
} from './cart';

const logo = { imageIndex: 0, red: 0, green: 0, blue: 0, alpha: 1 };
const wash = (productId: number, productType: CartProduct['productType'] = 'AppWash'): CartProduct => ({
  productId,
  productType,
  name: `Wash ${productId}`,
  price: 1200,
  taxes: 100,
  logo,
});

it('counts the same product up instead of listing it twice', () => {
  const lines = addLine(addLine(addLine([], wash(1)), wash(2)), wash(1));
  expect(lines.map((line) => [line.product.productId, line.quantity])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(countUnits(lines)).toBe(3);
});

it('orders one element a unit', () => {
  const lines = addLine(addLine([], wash(7)), wash(7));
  expect(orderProducts(lines)).toEqual([{ productId: 7 }, { productId: 7 }]);
});

it('removes a line at none and stops at the maximum', () => {
  const [line] = addLine([], wash(1));
  if (!line) throw new Error('no line');
  expect(changeQuantity([line], line.id, 0)).toEqual([]);
  expect(changeQuantity([line], line.id, 500)[0]?.quantity).toBe(maximumQuantity);
});

it('shows clubs before bundles before washes', () => {
  const lines = [wash(1), wash(2, 'AppClub'), wash(3, 'AppBundle')].reduce(addLine, []);
  expect(groupByKind(lines).map(([kind]) => kind)).toEqual(['AppClub', 'AppBundle', 'AppWash']);
});
