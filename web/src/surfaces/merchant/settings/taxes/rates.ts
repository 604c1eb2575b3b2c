import { i18n } from '@lingui/core';
import type { Taxes } from '@/features/catalog/api/taxes';
import { decimalToEnter } from '../../components/decimal';

/** Tax classes with separate rates. */
export const classes = ['wash', 'club', 'merchandise'] as const;

/** Rates as entered, in percent: by location and class, and by state. */
export type TypedTaxes = {
  locations: { locationId: number; rates: Record<(typeof classes)[number], string> }[];
  shipTo: { state: string; rate: string }[];
};

/** Percentage in parts per million; null if invalid. Blank means no tax. */
export function parseRate(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace(/\s*%$/, '');
  if (plain === '') return 0;
  if (!/^\d{1,3}(?:\.\d{1,4})?$/.test(plain)) return null;
  const rate = Math.round(Number(plain) * 10_000);
  return rate <= 1_000_000 ? rate : null;
}

/** Parts per million as an editable percentage. */
export function typedRate(rate: number | undefined): string {
  return rate ? decimalToEnter(rate / 10_000, 4) : '';
}

/** Formatted rate. */
export function sayRate(rate: number): string {
  return i18n.number(rate / 1_000_000, { style: 'percent', maximumFractionDigits: 4 });
}

export function typedTaxes({ locations, shipTo }: Taxes): TypedTaxes {
  return {
    locations: locations.map(({ locationId, rates }) => ({
      locationId,
      rates: {
        wash: typedRate(rates.wash),
        club: typedRate(rates.club),
        merchandise: typedRate(rates.merchandise),
      },
    })),
    shipTo: Object.entries(shipTo).map(([state, rate]) => ({ state, rate: typedRate(rate) || '0' })),
  };
}

export function taxesOf({ locations, shipTo }: TypedTaxes): Taxes {
  return {
    locations: locations.map(({ locationId, rates }) => ({
      locationId,
      rates: Object.fromEntries(
        classes.map((one) => [one, parseRate(rates[one]) ?? 0] as const).filter(([, rate]) => rate > 0),
      ),
    })),
    shipTo: Object.fromEntries(shipTo.map(({ state, rate }) => [state, parseRate(rate) ?? 0])),
  };
}
