import { i18n } from '@lingui/core';
import { money } from '@/shared/format/money';
import { hasTaxInPrices } from '@/shared/products/shown-price';

/** Note about the tax added to a price or included in it. */
export function taxNote(taxes: number): string {
  if (taxes === 0) return i18n._('tax included');
  return hasTaxInPrices()
    ? i18n._('includes {tax} tax', { tax: money(taxes) })
    : i18n._('plus {tax} tax', { tax: money(taxes) });
}
