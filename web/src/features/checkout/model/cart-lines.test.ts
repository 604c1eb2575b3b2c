import { expect, it } from 'vitest';
import type { Gift, ProductType, Quote } from '@/shared/api/types';
import { product as full } from '@/shared/testing/products';
import { openSite } from '@/shared/testing/site';
import {
  addGift,
  addLine,
  type CartLine,
  type CartProduct,
  changeGift,
  changeQuantity,
  clubInTheWay,
  countUnits,
  groupLines,
  hasProduct,
  maximumOf,
  maximumQuantity,
  mostOf,
  orderItems,
  readCart,
  takeLines,
  unitPrice,
  withStock,
} from './cart-lines';

const product = (productId: number, productType: ProductType = 'AppWash'): CartProduct => ({
  productId,
  productType,
  name: `Product ${productId}`,
  price: 1200,
  taxes: 100,
  monthlyPrice: productType === 'AppClub' ? 2999 : null,
});
const gift: Gift = { giftedEmail: 'bo@example.com', giftedTo: '', giftMessage: '', giftHeader: 3 };
const cartOf = (...products: CartProduct[]) => products.reduce(addLine, [] as CartLine[]);
const ids = (lines: CartLine[]) => lines.map((line) => [line.product.productId, line.quantity]);

function only(lines: CartLine[]): CartLine {
  const [line] = lines;
  if (!line || lines.length > 1) throw new Error('not one line');
  return line;
}

it('increases the quantity of a repeated product', () => {
  const lines = cartOf(product(1), product(2), product(1));
  expect(ids(lines)).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(countUnits(lines)).toBe(3);
});

it('stores only what identifies a product', () => {
  const towel = full({ productId: 3, productType: 'Swag', fulfillable: true, badge: 'New' });
  const { product: kept } = only(cartOf(towel));
  expect(kept).toMatchObject({ productId: 3, value: 2000, logo: towel.logo, fulfillable: true });
  expect(kept).toMatchObject({ details: [], locations: [], appProductType: 'Swag', monthlyPrice: null });
  expect(kept).not.toHaveProperty('badge');
  expect(only(cartOf(product(1))).product).not.toHaveProperty('logo');
});

it('orders one element per unit', () => {
  expect(orderItems(cartOf(product(7), product(7)))).toEqual([{ productId: 7 }, { productId: 7 }]);
});

it('removes a line at 0 and stops at the maximum', () => {
  const line = only(cartOf(product(1)));
  expect(changeQuantity([line], line.id, 0)).toEqual([]);
  expect(changeQuantity([line], line.id, -3)).toEqual([]);
  expect(changeQuantity([line], line.id, 500)[0]?.quantity).toBe(maximumQuantity);
});

it('stops at the latest stock', () => {
  const towel = { ...product(9, 'Swag'), stock: 2 };
  const line = only(cartOf(towel, towel, towel));
  expect(line.quantity).toBe(2);
  expect(mostOf([line], towel)).toBe(2);
  expect(mostOf([line], { ...towel, stock: 3 })).toBeNull();
  expect(mostOf([], towel)).toBeNull();
  expect(only(addLine([line], { ...towel, stock: 3 })).quantity).toBe(3);
  const now = only(withStock([line], [{ productId: 9, stock: 1 }]));
  expect(maximumOf(now)).toBe(1);
  expect(withStock([line], [])).toEqual([line]);
});

it('keeps one club', () => {
  const gold = product(1, 'AppClub');
  const silver = product(2, 'AppClub');
  const lines = cartOf(product(9), gold, gold);
  expect(ids(lines)).toEqual([
    [9, 1],
    [1, 1],
  ]);
  expect(clubInTheWay(lines, gold)).toBeUndefined();
  expect(clubInTheWay(lines, product(3))).toBeUndefined();
  expect(clubInTheWay(lines, silver)?.product.productId).toBe(1);
  expect(ids(addLine(lines, silver))).toEqual([
    [9, 1],
    [2, 1],
  ]);
});

it('keeps each gift on its own line, one at a time', () => {
  const lines = addGift(addGift(cartOf(product(1)), product(1), gift), product(1), gift);
  expect(ids(lines)).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  const second = lines[1] as CartLine;
  expect(maximumOf(second)).toBe(1);
  expect(ids(changeQuantity(lines, second.id, 4))).toEqual(ids(lines));
  expect(ids(addLine(lines, product(1)))[0]).toEqual([1, 2]);
  expect(changeQuantity(lines, second.id, 0)).toHaveLength(2);
});

it("doesn't count a gift as a product of the customer", () => {
  expect(hasProduct(addGift([], product(1), gift), 1)).toBe(false);
  expect(hasProduct(cartOf(product(1)), 1)).toBe(true);
});

it("sends only the gift's own fields", () => {
  const lines = addGift([], product(1), gift);
  expect(orderItems(lines)).toEqual([
    { productId: 1, isGift: true, giftedEmail: 'bo@example.com', giftHeader: 3 },
  ]);
  const named = changeGift(lines, only(lines).id, { ...gift, giftedTo: 'Bo', giftMessage: 'Shine on' });
  expect(orderItems(named)[0]).toMatchObject({ giftedTo: 'Bo', giftMessage: 'Shine on' });
});

it('shows gifts, then clubs before bundles before washes before the rest', () => {
  const lines = addGift(
    cartOf(product(1), product(5, 'Swag'), product(2, 'AppClub'), product(3, 'AppBundle')),
    product(1),
    gift,
  );
  expect(groupLines(lines).map((group) => group.kind)).toEqual([
    'gifts',
    'AppClub',
    'AppBundle',
    'AppWash',
    'Swag',
  ]);
  expect(groupLines([])).toEqual([]);
});

it("prefers the server's price", () => {
  const line = only(cartOf(product(1)));
  const quote = {
    lines: [{ productId: 1, price: 1000, discount: 400, credit: 100, listTaxes: 300 }],
  } as Quote;
  expect(unitPrice(line, undefined)).toEqual({ price: 1200, startsOn: null });
  expect(unitPrice(line, quote)).toEqual({ price: 1500, startsOn: null });
  openSite({ pricesIncludeTax: true });
  expect(unitPrice(line, quote).price).toBe(1800);
  openSite();
});

it("reads only this site's data in the current format", () => {
  const stored = { key: 'k', lines: cartOf(product(1)) };
  const nothing = { key: '', lines: [] };
  expect(readCart({ site: 'sparkle', ...stored }, 'sparkle')).toEqual(stored);
  expect(readCart({ site: 'tidal', ...stored }, 'sparkle')).toEqual(nothing);
  expect(readCart(stored.lines, 'sparkle')).toEqual(nothing);
  const spoilt = { ...stored, lines: [null, { id: 'x' }, ...stored.lines] };
  expect(readCart({ site: 'sparkle', ...spoilt }, 'sparkle')).toEqual(stored);
  expect(readCart({ site: 'sparkle', lines: stored.lines }, 'sparkle')).toEqual(nothing);
  expect(readCart('rubbish', 'sparkle')).toEqual(nothing);
});

it('removes ordered items and keeps the rest', () => {
  const [first, second] = cartOf(product(1), product(2));
  if (!first || !second) throw new Error('two lines');
  const lines = [{ ...first, quantity: 3 }, second];
  const taken = [
    { id: first.id, quantity: 2 },
    { id: second.id, quantity: 1 },
    { id: 'gone', quantity: 1 },
  ];
  expect(takeLines(lines, taken)).toEqual([{ ...first, quantity: 1 }]);
});
