import { i18n } from '@lingui/core';
import type { ReportName } from '@/features/reports/api/reports';
import type { Report, ReportGroup, ReportMeasure, ReportUnit } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { pageLocale } from '@/shared/i18n/locale';
import { refundReasons } from '../orders/order-words';

const names: Record<ReportName, () => string> = {
  sales: () => i18n._('Sales'),
  refunds: () => i18n._('Refunds'),
  members: () => i18n._('Members'),
  redemptions: () => i18n._('Redemptions'),
  liability: () => i18n._('Liability'),
  taxes: () => i18n._('Taxes'),
  payouts: () => i18n._('Payouts'),
  offers: () => i18n._('Discounts'),
};

export function reportTitle(name: ReportName): string {
  return names[name]();
}

const measures: Record<ReportMeasure, () => string> = {
  orders: () => i18n._('Orders'),
  grossSales: () => i18n._('Gross sales'),
  discounts: () => i18n._('Discounts'),
  refunds: () => i18n._('Refunds'),
  netSales: () => i18n._('Net sales'),
  taxesCollected: () => i18n._('Taxes collected'),
  taxesRefunded: () => i18n._('Taxes refunded'),
  taxes: () => i18n._('Taxes'),
  members: () => i18n._('Members'),
  monthlyRevenue: () => i18n._('Monthly revenue before tax'),
  joined: () => i18n._('Joined'),
  left: () => i18n._('Left'),
  churn: () => i18n._('Churn'),
  declinedMonths: () => i18n._('Failed renewals'),
  recoveredMonths: () => i18n._('Recovered'),
  recovery: () => i18n._('Recovery rate'),
  clubSales: () => i18n._('Club sales'),
  redemptions: () => i18n._('Redemptions'),
  codes: () => i18n._('Codes'),
  clubUses: () => i18n._('Club washes'),
  giftCardPayments: () => i18n._('Paid by gift card'),
  giftCardsLoaded: () => i18n._('Gift card loads'),
  giftCardsSpent: () => i18n._('Gift card spending'),
  giftCardBalance: () => i18n._('Gift card balance'),
  unusedCodes: () => i18n._('Unused codes'),
  unusedCodesValue: () => i18n._('Value of unused codes'),
  charges: () => i18n._('Charges'),
  chargedAmount: () => i18n._('Charged'),
  refundedAmount: () => i18n._('Refunded'),
  refundCount: () => i18n._('Number of refunds'),
  refundedToCards: () => i18n._('To cards'),
  refundedToGiftCards: () => i18n._('To gift cards'),
  disputedAmount: () => i18n._('Chargebacks'),
  payout: () => i18n._('Payout'),
  claims: () => i18n._('Claims'),
  claimsUsed: () => i18n._('Redeemed'),
  discountGiven: () => i18n._('Discounts applied'),
};

export function measureName(measure: ReportMeasure): string {
  return measures[measure]();
}

const groups: Record<ReportGroup, () => string> = {
  day: () => i18n._('Day'),
  week: () => i18n._('Week'),
  month: () => i18n._('Month'),
  location: () => i18n._('Location'),
  product: () => i18n._('Product'),
  hour: () => i18n._('Hour'),
  offer: () => i18n._('Discount'),
  tender: () => i18n._('Payment method'),
  reason: () => i18n._('Reason'),
};

const takers: Record<string, () => string> = {
  processor: () => i18n._('Card (processor)'),
  kiosk_cash: () => i18n._('Kiosk cash'),
  kiosk_card: () => i18n._('Kiosk card reader'),
};

const reasonName = (reason: string) => refundReasons().find(({ value }) => value === reason)?.label ?? reason;

export function groupName(group: ReportGroup): string {
  return groups[group]();
}

/** Formatted value: money, a number or a percentage. */
export function written(value: number, unit: ReportUnit, currency: string): string {
  if (unit === 'money') return money(value, { currency });
  if (unit === 'count') return new Intl.NumberFormat(pageLocale()).format(value);
  const percent = new Intl.NumberFormat(pageLocale(), { style: 'percent', maximumFractionDigits: 1 });
  return percent.format(value / 10_000);
}

/** Day in the site's time zone. */
export function dayName(day: string, style: 'short' | 'long' = 'long'): string {
  const at = new Date(`${day}T00:00:00Z`);
  const year = style === 'long' ? ({ year: 'numeric' } as const) : {};
  return new Intl.DateTimeFormat(pageLocale(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...year,
  }).format(at);
}

/** Name of a row. */
export function rowName(
  { key, label }: Report['rows'][number],
  group: ReportGroup,
  style: 'short' | 'long' = 'long',
): string {
  if (label) return label;
  if (group === 'reason') return key ? reasonName(key) : i18n._('No reason');
  if (!key) return i18n._('Other');
  if (group === 'tender') return takers[key]?.() ?? key;
  if (group === 'hour') {
    const at = new Date(Date.UTC(2000, 0, 1, Number(key)));
    return new Intl.DateTimeFormat(pageLocale(), { timeZone: 'UTC', hour: 'numeric' }).format(at);
  }
  if (group === 'month') {
    const at = new Date(`${key}T00:00:00Z`);
    return new Intl.DateTimeFormat(pageLocale(), { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(
      at,
    );
  }
  return group === 'day' || group === 'week' ? dayName(key, style) : key;
}

/** Change from the previous period as a fraction; undefined if that was zero. */
export function changeOf(value: number, previous: number | null | undefined): string | null {
  if (!previous) return null;
  const share = (value - previous) / Math.abs(previous);
  return new Intl.NumberFormat(pageLocale(), {
    style: 'percent',
    maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0,
    signDisplay: 'exceptZero',
  }).format(share);
}
