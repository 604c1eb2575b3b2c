import { i18n } from '@lingui/core';
import type { ProductRecord } from '@/features/catalog/api/admin-products';
import { money } from '@/shared/format/money';
import type { Mood } from '@/shared/office/state-chip';

export type ProductState = 'onSale' | 'coming' | 'over' | 'soldOut' | 'example' | 'archived';

/** Whether a product is available, by the server's rules. */
export function productState({ archived, example, product }: ProductRecord, now: number): ProductState {
  if (archived) return 'archived';
  if (example) return 'example';
  if (product.onSaleUntil && Date.parse(product.onSaleUntil) <= now) return 'over';
  if (product.onSaleFrom && Date.parse(product.onSaleFrom) > now) return 'coming';
  return product.stock === 0 ? 'soldOut' : 'onSale';
}

const states: Record<ProductState, () => { label: string; mood: Mood }> = {
  onSale: () => ({ label: i18n._('Active'), mood: 'good' }),
  coming: () => ({ label: i18n._('Scheduled'), mood: 'told' }),
  over: () => ({ label: i18n._('Ended'), mood: 'over' }),
  soldOut: () => ({ label: i18n._('Sold out'), mood: 'bad' }),
  example: () => ({ label: i18n._('Example'), mood: 'told' }),
  archived: () => ({ label: i18n._('Archived'), mood: 'over' }),
};

export const stateWords = (state: ProductState) => states[state]();

/** Price; for a club, the monthly price. */
export function priceOf({ product: { price, productType } }: ProductRecord): string {
  const amount = money(price);
  return productType === 'AppClub' ? i18n._('{amount}/month', { amount }) : amount;
}

/** Stock, if tracked. */
export function stockOf({ product: { stock } }: ProductRecord): string {
  return stock == null ? '–' : String(stock);
}

/** Product types in display order. */
export const soldTypes = ['AppWash', 'AppBundle', 'AppClub', 'GiftCard', 'GiftCardRecharge', 'Swag'] as const;
export type SoldType = (typeof soldTypes)[number];
