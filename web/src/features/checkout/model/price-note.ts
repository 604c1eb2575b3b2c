import { i18n } from '@lingui/core';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { shownPrice } from '@/shared/products/shown-price';
import { type CartLine, isClub, maximumOf, type UnitPrice } from './cart-lines';

/** Price note: per unit, or a club's first period and renewals. */
export function priceNote(line: CartLine, { price, startsOn }: UnitPrice): string | null {
  if (!isClub(line)) return maximumOf(line) > 1 ? i18n._('{price} each', { price: money(price) }) : null;
  const { monthlyPrice, monthlyTaxes, taxes } = line.product;
  const monthly = monthlyPrice == null ? price : shownPrice(monthlyPrice, monthlyTaxes ?? taxes);
  if (startsOn) {
    return i18n._('{price} per month from {date}', { date: longDate(startsOn), price: money(monthly) });
  }
  return monthly === price
    ? i18n._('{price} per month', { price: money(monthly) })
    : i18n._('First month, then {price} per month', { price: money(monthly) });
}
