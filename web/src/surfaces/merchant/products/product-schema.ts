import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { ProductEntry, ProductRecord } from '@/features/catalog/api/admin-products';
import { ProductEntry as limits, UseLimit } from '@/shared/api/limits.gen';
import { limited } from '@/shared/forms/rules';
import {
  amount,
  amountError,
  amountToEnter,
  amountWithin,
  isAmount,
  parseAmount,
} from '../components/amount';
import { isWhole, numberWithin } from '../components/whole-number';
import { fromLocal, toLocal } from '../components/zoned';
import { type SoldType, soldTypes } from './product-words';

/** Fields that only some types have. */
type Only = 'value' | 'signupPrice' | 'quantity' | 'goodForDays' | 'stock' | 'useLimit' | 'washes';

const fieldsOf: Record<SoldType, Only[]> = {
  AppWash: ['goodForDays'],
  AppBundle: ['quantity', 'goodForDays', 'washes'],
  AppClub: ['signupPrice', 'useLimit', 'washes'],
  GiftCard: ['value'],
  GiftCardRecharge: ['value'],
  Swag: ['stock'],
};

export const has = (type: SoldType, field: Only) => fieldsOf[type].includes(field);

const linesOf = (details: string) => {
  const lines = details.split('\n').map((line) => line.trim());
  return lines.filter(Boolean);
};

const longestLine = limits.details.items.maxLength;

/** A gift card is worth something. */
const valueLimit = { ...limits.value, minimum: 1 };

/** Form values of a product. Fields that the type doesn't have are kept but not validated. */
export function productSchema() {
  return v.pipe(
    v.object({
      productType: v.picklist(soldTypes),
      name: limited(limits.name),
      price: amount(),
      value: v.string(),
      signupPrice: v.string(),
      quantity: v.string(),
      goodForDays: v.string(),
      stock: v.string(),
      useLimit: v.picklist(['none', 'day', 'month']),
      useCount: v.string(),
      details: v.pipe(
        v.string(),
        v.check(
          (text) => {
            const lines = linesOf(text);
            return (
              lines.length <= limits.details.maxItems && lines.every(({ length }) => length <= longestLine)
            );
          },
          i18n._('Enter up to {lines} lines of {characters} characters each.', {
            lines: limits.details.maxItems,
            characters: longestLine,
          }),
        ),
      ),
      badge: limited(limits.badge),
      washes: v.pipe(
        v.array(v.number()),
        v.maxLength(
          limits.washes.maxItems,
          i18n._('Choose up to {count} washes.', { count: limits.washes.maxItems }),
        ),
      ),
      locations: v.array(v.number()),
      image: v.string(),
      drawing: v.string(),
      colour: v.pipe(
        v.string(),
        v.trim(),
        v.regex(/^#[0-9a-f]{6}$/i, i18n._('Enter a color, such as #1e90ff.')),
      ),
      onSaleFrom: v.string(),
      onSaleUntil: v.string(),
    }),
    v.forward(
      v.check(
        ({ productType, value }) => !has(productType, 'value') || isAmount(value, valueLimit),
        ({ input }) => amountError(input.value) ?? amountWithin(valueLimit),
      ),
      ['value'],
    ),
    v.forward(
      v.check(
        ({ productType, signupPrice }) =>
          !has(productType, 'signupPrice') || isAmount(signupPrice, limits.signupPrice),
        ({ input }) => amountError(input.signupPrice) ?? amountWithin(limits.signupPrice),
      ),
      ['signupPrice'],
    ),
    v.forward(
      v.check(
        ({ productType, quantity }) => !has(productType, 'quantity') || isWhole(quantity, limits.quantity),
        numberWithin(limits.quantity),
      ),
      ['quantity'],
    ),
    v.forward(
      v.check(
        ({ productType, goodForDays }) =>
          !has(productType, 'goodForDays') ||
          goodForDays.trim() === '' ||
          isWhole(goodForDays, limits.goodForDays),
        numberWithin(limits.goodForDays),
      ),
      ['goodForDays'],
    ),
    v.forward(
      v.check(
        ({ productType, stock }) =>
          !has(productType, 'stock') || stock.trim() === '' || isWhole(stock, limits.stock),
        numberWithin(limits.stock),
      ),
      ['stock'],
    ),
    v.forward(
      v.check(
        ({ productType, useLimit, useCount }) =>
          !has(productType, 'useLimit') || useLimit === 'none' || isWhole(useCount, UseLimit.count),
        numberWithin(UseLimit.count),
      ),
      ['useCount'],
    ),
    v.forward(
      v.check(
        ({ onSaleFrom, onSaleUntil }) => !onSaleFrom || !onSaleUntil || onSaleFrom < onSaleUntil,
        i18n._('Enter an end date after the start date.'),
      ),
      ['onSaleUntil'],
    ),
  );
}

export type TypedProduct = v.InferOutput<ReturnType<typeof productSchema>>;

/** Values of a new product. */
export const emptyProduct: TypedProduct = {
  productType: 'AppWash',
  name: '',
  price: '',
  value: '',
  signupPrice: '',
  quantity: '5',
  goodForDays: '',
  stock: '',
  useLimit: 'none',
  useCount: '1',
  details: '',
  badge: '',
  washes: [],
  locations: [],
  image: '',
  drawing: '0',
  colour: '#1e90ff',
  onSaleFrom: '',
  onSaleUntil: '',
};

type Colour = { red: number; green: number; blue: number };

const hexOf = ({ red, green, blue }: Colour) =>
  `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;

function colourOf(hex: string): Colour {
  const part = (at: number) => Number.parseInt(hex.trim().slice(at, at + 2), 16) || 0;
  return { red: part(1), green: part(3), blue: part(5) };
}

const text = (number: number | null | undefined) => (number == null ? '' : String(number));

/** A product as it would be typed, by the clocks of the site. */
export function typedProduct({ product }: Pick<ProductRecord, 'product'>, timeZone: string): TypedProduct {
  const { logo, useLimit } = product;
  return {
    ...emptyProduct,
    productType: product.productType as SoldType,
    name: product.name,
    price: amountToEnter(product.price),
    value: product.value ? amountToEnter(product.value) : '',
    signupPrice: product.signupPrice == null ? '' : amountToEnter(product.signupPrice),
    quantity: text(product.quantity),
    goodForDays: text(product.goodForDays),
    stock: text(product.stock),
    useLimit: useLimit?.per ?? 'none',
    useCount: String(useLimit?.count ?? 1),
    details: (product.details ?? []).join('\n'),
    badge: product.badge ?? '',
    washes: product.washes ?? [],
    locations: product.locations ?? [],
    image: logo?.image ?? '',
    drawing: String((logo?.imageIndex ?? 0) % 8),
    colour: logo ? hexOf(logo as Colour) : emptyProduct.colour,
    onSaleFrom: product.onSaleFrom ? toLocal(product.onSaleFrom, timeZone) : '',
    onSaleUntil: product.onSaleUntil ? toLocal(product.onSaleUntil, timeZone) : '',
  };
}

/** Preview of the product's image. */
export function logoOf({ image, drawing, colour }: Pick<TypedProduct, 'image' | 'drawing' | 'colour'>) {
  return { image, imageIndex: Number(drawing) || 0, ...colourOf(colour), alpha: 1 };
}

/**
 * Converts form values for the server, with only the fields of the type. `alpha`: opacity of the color, which
 * has no field.
 */
export function productOf(typed: TypedProduct, timeZone: string, alpha = 1): ProductEntry {
  const { productType } = typed;
  const only = <T>(field: Only, value: T) => (has(productType, field) ? value : null);
  const whole = (entered: string) => (entered.trim() === '' ? null : Number(entered));
  return {
    productType,
    name: typed.name,
    price: parseAmount(typed.price) ?? 0,
    value: only('value', parseAmount(typed.value)) ?? 0,
    signupPrice: only('signupPrice', parseAmount(typed.signupPrice)),
    quantity: only('quantity', whole(typed.quantity)),
    goodForDays: only('goodForDays', whole(typed.goodForDays)),
    stock: only('stock', whole(typed.stock)),
    useLimit:
      has(productType, 'useLimit') && typed.useLimit !== 'none'
        ? { count: Number(typed.useCount), per: typed.useLimit }
        : null,
    details: linesOf(typed.details),
    badge: typed.badge || null,
    washes: has(productType, 'washes') ? typed.washes : [],
    locations: typed.locations,
    logo: { ...logoOf(typed), alpha },
    onSaleFrom: typed.onSaleFrom ? fromLocal(typed.onSaleFrom, timeZone) : null,
    onSaleUntil: typed.onSaleUntil ? fromLocal(typed.onSaleUntil, timeZone) : null,
  };
}
