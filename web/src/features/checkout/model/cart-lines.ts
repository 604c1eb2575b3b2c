import { randomString } from '@/shared/api/device';
import type { Gift, OrderItem, Product, ProductType, Quote } from '@/shared/api/types';
import { isProductType, productKinds, productTypes } from '@/shared/products/kinds';
import { shownPrice } from '@/shared/products/shown-price';

type Needed = Pick<
  Product,
  'productId' | 'productType' | 'name' | 'price' | 'taxes' | 'monthlyPrice' | 'stock'
>;
/** Additional product fields, missing in older carts. */
const more = [
  'value',
  'details',
  'locations',
  'logo',
  'signupPrice',
  'monthlyTaxes',
  'fulfillable',
  'appProductType',
] as const;

export type CartProduct = Needed & Partial<Pick<Product, (typeof more)[number]>>;
export type CartLine = { id: string; product: CartProduct; quantity: number; gift?: Gift };

export const maximumQuantity = 20;

export function isClub({ product }: { product: { productType: ProductType } }): boolean {
  return productKinds[product.productType].membership;
}

/** Gift lines and clubs have a quantity of one; others are limited by stock. */
export function maximumOf(line: CartLine): number {
  if (line.gift || isClub(line)) return 1;
  return Math.min(maximumQuantity, Math.max(1, line.product.stock ?? maximumQuantity));
}

/** Product data stored in a line. It can be outdated at checkout; the server's data takes precedence. */
function kept(product: CartProduct): CartProduct {
  const { productId, productType, name, price, taxes, monthlyPrice = null, stock = null } = product;
  const known = more.filter((field) => product[field] !== undefined).map((field) => [field, product[field]]);
  return { productId, productType, name, price, taxes, monthlyPrice, stock, ...Object.fromEntries(known) };
}

export function hasProduct(lines: CartLine[], productId: number): boolean {
  return lines.some((line) => line.product.productId === productId && !line.gift);
}

/** Quantity of a product in the cart if it has reached the limit; otherwise null. */
export function mostOf(lines: CartLine[], product: CartProduct): number | null {
  const line = lines.find((known) => known.product.productId === product.productId && !known.gift);
  if (!line || isClub(line)) return null;
  const most = maximumOf({ ...line, product });
  return line.quantity >= most ? most : null;
}

/** Lines with the current stock of their products. */
export function withStock(lines: CartLine[], products: Pick<Product, 'productId' | 'stock'>[]): CartLine[] {
  return lines.map((line) => {
    const found = products.find(({ productId }) => productId === line.product.productId);
    return found ? { ...line, product: { ...line.product, stock: found.stock ?? null } } : line;
  });
}

/** Club in the cart that another club would replace. */
export function clubInTheWay(lines: CartLine[], product: CartProduct): CartLine | undefined {
  if (!isClub({ product })) return undefined;
  return lines.find((line) => isClub(line) && line.product.productId !== product.productId);
}

/** Adds one unit. A club replaces another club. */
export function addLine(lines: CartLine[], product: CartProduct): CartLine[] {
  const known = lines.find((line) => line.product.productId === product.productId && !line.gift);
  if (known) {
    const fresh = lines.map((line) => (line === known ? { ...line, product: kept(product) } : line));
    return changeQuantity(fresh, known.id, known.quantity + 1);
  }
  const others = isClub({ product }) ? lines.filter((line) => !isClub(line)) : lines;
  return [...others, { id: randomString(), product: kept(product), quantity: 1 }];
}

/** Adds a gift as a separate line, even if the product is already in the cart. */
export function addGift(lines: CartLine[], product: CartProduct, gift: Gift): CartLine[] {
  return [...lines, { id: randomString(), product: kept(product), quantity: 1, gift }];
}

export function changeGift(lines: CartLine[], id: string, gift: Gift): CartLine[] {
  return lines.map((line) => (line.id === id && line.gift ? { ...line, gift } : line));
}

/** A quantity of 0 removes the line. */
export function changeQuantity(lines: CartLine[], id: string, quantity: number): CartLine[] {
  return lines
    .map((line) => {
      if (line.id !== id) return line;
      return { ...line, quantity: Math.min(Math.max(0, Math.trunc(quantity)), maximumOf(line)) };
    })
    .filter((line) => line.quantity > 0);
}

/** Lines without the quantities of an order. */
export function takeLines(lines: CartLine[], taken: Pick<CartLine, 'id' | 'quantity'>[]): CartLine[] {
  return taken.reduce((left, { id, quantity }) => {
    const line = left.find((other) => other.id === id);
    return line ? changeQuantity(left, id, line.quantity - quantity) : left;
  }, lines);
}

export function countUnits(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

export type CartGroup = { kind: ProductType | 'gifts'; lines: CartLine[] };

/** Gifts first, then the product types in display order. */
export function groupLines(lines: CartLine[]): CartGroup[] {
  const gifts = lines.filter((line) => line.gift);
  const kinds = new Map<ProductType, CartLine[]>();
  for (const line of lines) {
    if (line.gift) continue;
    const kind = line.product.productType;
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  const own = [...kinds].sort(([a], [b]) => productTypes.indexOf(a) - productTypes.indexOf(b));
  return [
    ...(gifts.length > 0 ? [{ kind: 'gifts' as const, lines: gifts }] : []),
    ...own.map(([kind, group]) => ({ kind, lines: group })),
  ];
}

/** Gift fields to send, without empty ones. */
export function giftFields(gift: Gift): Omit<OrderItem, 'productId'> {
  return {
    isGift: true,
    giftedEmail: gift.giftedEmail,
    giftHeader: gift.giftHeader,
    ...(gift.giftedTo && { giftedTo: gift.giftedTo }),
    ...(gift.giftMessage && { giftMessage: gift.giftMessage }),
  };
}

/** One element per unit, as orders require. */
export function orderItems(lines: CartLine[]): OrderItem[] {
  return lines.flatMap(({ product, quantity, gift }) => {
    const item: OrderItem = { productId: product.productId, ...(gift && giftFields(gift)) };
    return Array.from({ length: quantity }, () => item);
  });
}

export type UnitPrice = { price: number; startsOn: string | null };

/** Products of the same units, in the same order. */
export function orderProducts(lines: CartLine[]): CartProduct[] {
  return lines.flatMap(({ product, quantity }) => Array.from({ length: quantity }, () => product));
}

/**
 * Price of one unit as shown to shoppers, before discount and credit: from the server's quote if available,
 * otherwise from the product card. `startsOn`: first billing day of a club that starts later.
 */
export function unitPrice({ product }: CartLine, quote: Quote | undefined): UnitPrice {
  const priced = quote?.lines.find((line) => line.productId === product.productId);
  if (!priced) return { price: shownPrice(product.price, product.taxes), startsOn: null };
  const list = priced.price + priced.discount + priced.credit;
  return { price: shownPrice(list, priced.listTaxes), startsOn: priced.startsOn ?? null };
}

function isLine(value: unknown): value is CartLine {
  if (typeof value !== 'object' || value === null) return false;
  const { id, quantity, product } = value as Partial<CartLine>;
  return (
    typeof id === 'string' &&
    Number.isInteger(quantity) &&
    typeof product === 'object' &&
    Number.isInteger(product?.productId) &&
    isProductType(product?.productType)
  );
}

/** Cart with its checkout key, so that only one tab can pay for it. */
export type Cart = { key: string; lines: CartLine[] };

export type StoredCart = Cart & { site: string };

/** Stored cart, if it belongs to this site and has the current format. */
export function readCart(stored: unknown, site: string): Cart {
  const cart = stored as Partial<StoredCart> | null;
  const known = cart?.site === site && typeof cart.key === 'string' && Array.isArray(cart.lines);
  return known ? { key: cart.key ?? '', lines: (cart.lines ?? []).filter(isLine) } : { key: '', lines: [] };
}
