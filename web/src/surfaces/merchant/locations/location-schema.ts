import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { LocationEntry, LocationRecord } from '@/features/catalog/api/admin-locations';
import { LocationEntry as limits } from '@/shared/api/limits.gen';
import { blankTexts, limitedTexts } from '@/shared/forms/rules';
import { pageLocale } from '@/shared/i18n/locale';
import { decimalToEnter, isDecimalWithin, parseDecimal } from '../components/decimal';
import { hoursSchema, openingHoursOf, specialSchema, typedHours } from './hours-form';

const degrees = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => isDecimalWithin(text, -most, most), i18n._('Enter decimal degrees, such as 33.4484.')),
  );

/** Text for no tax, in the page's language or in English. */
const isNoTax = (text: string) =>
  [i18n._('No tax'), 'No tax'].some((word) => word.toLowerCase() === text.toLowerCase());

/** Parts per million of a percentage; null if it is invalid. Accepts a comma or point. */
export function parseRate(text: string): number | null {
  if (isNoTax(text.trim())) return 0;
  const percent = parseDecimal(text, 4);
  return percent === null || percent < 0 || percent > 100 ? null : Math.round(percent * 10_000);
}

/** Formats a rate for a field; blank if nobody has decided on one. */
export function typedRate(rate: number | undefined): string {
  if (rate === undefined) return '';
  return rate === 0 ? i18n._('No tax') : decimalToEnter(rate / 10_000, 4);
}

type Rates = NonNullable<LocationEntry['taxes']>;

/** Formats the rates for the fields. Once there is a rate, a missing one means no tax. */
function typedRates(taxes: Rates) {
  const missing = Object.keys(taxes).length === 0 ? undefined : 0;
  return {
    washTax: typedRate(taxes.wash ?? missing),
    clubTax: typedRate(taxes.club ?? missing),
    merchandiseTax: typedRate(taxes.merchandise ?? missing),
  };
}

const perCent = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => parseRate(text) !== null,
      i18n._('Enter a rate from 0 to 100, such as {example}, or “{none}”.', {
        example: (8.25).toLocaleString(pageLocale()),
        none: i18n._('No tax'),
      }),
    ),
  );

export function locationSchema() {
  return v.object({
    ...limitedTexts(limits),
    latitude: degrees(limits.latitude.maximum),
    longitude: degrees(limits.longitude.maximum),
    hours: hoursSchema(),
    special: specialSchema(),
    washTax: perCent(),
    clubTax: perCent(),
    merchandiseTax: perCent(),
  });
}

export type TypedLocation = v.InferOutput<ReturnType<typeof locationSchema>>;

/** Rates that all locations of a site have in common. */
function commonRates(all: readonly LocationRecord[]): Rates {
  const [first, ...others] = all.map(({ location }) => location.taxes ?? {});
  const rate = (rates: Rates | undefined, name: string) => rates?.[name] ?? 0;
  const names = ['wash', 'club', 'merchandise'];
  const agree = others.every((rates) => names.every((name) => rate(rates, name) === rate(first, name)));
  return first && agree ? first : {};
}

/** Opening hours that all locations of a site have in common. */
function commonHours(all: readonly LocationRecord[]): LocationEntry['openingHours'] {
  const [first, ...others] = all.map(({ location }) => location.openingHours?.week);
  const agree = others.every((week) => JSON.stringify(week) === JSON.stringify(first));
  return first && agree ? { week: first, special: [] } : undefined;
}

/** Values for a new location. */
export function emptyLocation(others: readonly LocationRecord[]): TypedLocation {
  return {
    ...blankTexts(limits),
    latitude: '',
    longitude: '',
    ...typedHours(commonHours(others)),
    ...typedRates(commonRates(others)),
  };
}

/** Values of a location. */
export function typedLocation({ location }: Pick<LocationRecord, 'location'>): TypedLocation {
  const { latitude, longitude, taxes = {}, hours: _, openingHours, ...texts } = location;
  return {
    ...blankTexts(limits),
    ...texts,
    latitude: String(latitude),
    longitude: String(longitude),
    ...typedHours(openingHours),
    ...typedRates(taxes),
  };
}

/** Values as a request. Hours that are only known as text remain until someone enters hours by day. */
export function locationOf(typed: TypedLocation, before?: LocationEntry): LocationEntry {
  const { washTax, clubTax, merchandiseTax, latitude, longitude, hours, special, ...texts } = typed;
  const keepsText = hours.length === 0 && special.length === 0 && !before?.openingHours;
  return {
    ...texts,
    ...(keepsText ? { hours: before?.hours ?? [] } : { openingHours: openingHoursOf(hours, special) }),
    latitude: parseDecimal(latitude) ?? 0,
    longitude: parseDecimal(longitude) ?? 0,
    taxes: {
      wash: parseRate(washTax) ?? 0,
      club: parseRate(clubTax) ?? 0,
      merchandise: parseRate(merchandiseTax) ?? 0,
    },
  };
}
