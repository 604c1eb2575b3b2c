import { i18n } from '@lingui/core';
import type { Purchase } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { hasTaxInPrices, shownPrice } from '@/shared/products/shown-price';

const parcel: Record<string, () => string> = {
  awaiting_address: () => i18n._('Address needed'),
  queued: () => i18n._('Ready to pack'),
  packed: () => i18n._('Packed'),
  shipped: () => i18n._('Shipped'),
  delivered: () => i18n._('Delivered'),
  returned: () => i18n._('Returned'),
  cancelled: () => i18n._('Canceled'),
};

/** Shipment status for the customer; empty for other states. */
export function fulfilmentLabel(state: string | null | undefined): string | null {
  return parcel[state ?? '']?.() ?? null;
}

/** Order status, unless it is simply paid. */
export function orderLabel(state: string | undefined): string | null {
  if (state === 'refunded') return i18n._('Refunded');
  if (state === 'partially_refunded') return i18n._('Partially refunded');
  if (state === 'voided') return i18n._('Canceled');
  return null;
}

/** Where prices don't include tax, it was added to the lines above the total. */
const taxPart = (tax: string) =>
  hasTaxInPrices() ? i18n._('includes {tax} tax', { tax }) : i18n._('Tax: {tax}', { tax });

/** Note about the tax and deductions in a total. */
export function totalNote({
  credit,
  creditTaxes,
  discount,
  discountTaxes,
  taxes,
}: Pick<Purchase, 'credit' | 'creditTaxes' | 'discount' | 'discountTaxes' | 'taxes'>): string {
  const amount = (net: number, saved: number) => money(shownPrice(net, saved));
  const tax = taxes > 0 && taxPart(money(taxes));
  const off = discount > 0 && i18n._('{amount} off', { amount: amount(discount, discountTaxes) });
  const credited = credit > 0 && i18n._('{amount} credited', { amount: amount(credit, creditTaxes) });
  return [tax, off, credited].filter(Boolean).join(' · ');
}
