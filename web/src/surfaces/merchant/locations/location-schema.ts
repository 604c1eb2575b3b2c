import { i18n } from '@lingui/core';
import * as v from 'valibot';
import type { LocationEntry, LocationRecord } from '@/features/catalog/api/admin-locations';
import { Hours, LocationEntry as limits } from '@/shared/api/limits.gen';
import { blankTexts, limitedTexts } from '@/shared/forms/rules';
import { pageLocale } from '@/shared/i18n/locale';

const degrees = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^-?\d{1,3}(?:\.\d{1,12})?$/, i18n._('Enter decimal degrees, such as 33.4484.')),
    v.check((text) => Math.abs(Number(text)) <= most, i18n._('Enter decimal degrees, such as 33.4484.')),
  );

/** Parts per million of a percentage; null if it is invalid. Accepts a comma or point. */
export function parseRate(text: string): number | null {
  if (text.trim() === '') return 0;
  if (!/^\d{1,3}(?:[.,]\d{1,4})?$/.test(text.trim())) return null;
  const rate = Math.round(Number(text.trim().replace(',', '.')) * 10_000);
  return rate <= 1_000_000 ? rate : null;
}

/** Formats a rate for a field. */
export function typedRate(rate: number): string {
  return String(rate / 10_000);
}

const perCent = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => parseRate(text) !== null,
      i18n._('Enter a rate from 0 to 100, such as {example}.', {
        example: (8.25).toLocaleString(pageLocale()),
      }),
    ),
  );

const time = (pattern: RegExp) =>
  v.pipe(v.string(), v.trim(), v.regex(pattern, i18n._('Enter a time, such as 07:00.')));

const opens = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const closes = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

export function locationSchema() {
  return v.object({
    ...limitedTexts(limits),
    latitude: degrees(limits.latitude.maximum),
    longitude: degrees(limits.longitude.maximum),
    hours: v.array(v.object({ ...limitedTexts(Hours), open: time(opens), close: time(closes) })),
    washTax: perCent(),
    clubTax: perCent(),
    merchandiseTax: perCent(),
  });
}

export type TypedLocation = v.InferOutput<ReturnType<typeof locationSchema>>;

/** Values of a new location, near the site's other locations. */
export function emptyLocation(near: { latitude: number; longitude: number } | undefined): TypedLocation {
  return {
    ...blankTexts(limits),
    latitude: near ? String(near.latitude) : '',
    longitude: near ? String(near.longitude) : '',
    hours: [],
    washTax: '0',
    clubTax: '0',
    merchandiseTax: '0',
  };
}

/** A location as it would be typed. */
export function typedLocation({ location }: Pick<LocationRecord, 'location'>): TypedLocation {
  const { latitude, longitude, taxes = {}, hours = [], ...texts } = location;
  return {
    ...blankTexts(limits),
    ...texts,
    latitude: String(latitude),
    longitude: String(longitude),
    hours: hours.map(({ days, open, close }) => ({ days, open, close })),
    washTax: typedRate(taxes.wash ?? 0),
    clubTax: typedRate(taxes.club ?? 0),
    merchandiseTax: typedRate(taxes.merchandise ?? 0),
  };
}

/** Converts form values for the server. */
export function locationOf(typed: TypedLocation): LocationEntry {
  const { washTax, clubTax, merchandiseTax, latitude, longitude, ...same } = typed;
  return {
    ...same,
    latitude: Number(latitude),
    longitude: Number(longitude),
    taxes: {
      wash: parseRate(washTax) ?? 0,
      club: parseRate(clubTax) ?? 0,
      merchandise: parseRate(merchandiseTax) ?? 0,
    },
  };
}
