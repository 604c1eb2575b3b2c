import { i18n } from '@lingui/core';
import type { CartProduct } from '@/features/checkout/model/cart-lines';
import type { Quote } from '@/shared/api/types';
import { longDate } from '@/shared/format/dates';
import { money } from '@/shared/format/money';
import { shownAt } from '@/shared/format/shown-at';
import { hasTaxInPrices, shownPrice } from '@/shared/products/shown-price';
import { site } from '@/shared/site/boot';

/** Today in the site's time zone, such as `2026-11-27`. */
function today(): string {
  return new Date(shownAt(Date.now(), site().timeZone)).toISOString().slice(0, 10);
}

/** The same day of the next month, or its last day if that month is shorter. */
export function monthAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}

/** What a customer must know before a club's first charge: dates, monthly price, cancellation and seller. */
export function clubTerms(club: CartProduct, quote: Quote): string {
  const line = quote.lines.find(({ productId }) => productId === club.productId);
  const first = line?.startsOn ?? today();
  const { monthlyPrice, monthlyTaxes, price, taxes } = club;
  const monthly =
    monthlyPrice == null ? shownPrice(price, taxes) : shownPrice(monthlyPrice, monthlyTaxes ?? taxes);
  const said = { price: money(monthly), date: longDate(monthAfter(first)), first: longDate(first) };
  const { business, companyName } = site();
  return [
    hasTaxInPrices()
      ? i18n._('First charge: {first}. Then {price} a month from {date}, until you cancel.', said)
      : i18n._('First charge: {first}. Then {price} a month plus tax from {date}, until you cancel.', said),
    i18n._('To cancel, choose Cancel Plan on the Wash Club page.'),
    i18n._('Seller: {seller}.', { seller: business.legalName || companyName }),
  ].join(' ');
}
