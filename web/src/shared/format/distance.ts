import { i18n } from '@lingui/core';

export type Point = { latitude: number; longitude: number };

const earthRadius = 3958.7613;
const kilometres = 1.609344;
/** Countries that use miles. */
const inMiles = ['US', 'GB'];

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in miles (haversine). */
export function milesBetween(from: Point, to: Point): number {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const a = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** '0.4 mi', '12 km' or '350 m', in the country's units. */
export function formatDistance(miles: number, country: string): string {
  const [value, unit] = measure(miles, country);
  const maximumFractionDigits = value < 10 && unit !== 'meter' ? 1 : 0;
  return i18n.number(value, { style: 'unit', unit, maximumFractionDigits });
}

function measure(miles: number, country: string): [number, 'mile' | 'kilometer' | 'meter'] {
  if (inMiles.includes(country.toUpperCase())) return [miles, 'mile'];
  const metres = miles * kilometres * 1000;
  if (metres < 1000) return [Math.round(metres / 10) * 10, 'meter'];
  return [metres / 1000, 'kilometer'];
}

/** Items with their distance, nearest first. */
export function byDistance<T extends Point>(
  places: readonly T[],
  from: Point,
): { place: T; miles: number }[] {
  return places
    .map((place) => ({ place, miles: milesBetween(from, place) }))
    .sort((a, b) => a.miles - b.miles);
}
