import type { Location } from '@/shared/api/types';
import { byDistance, type Point } from '@/shared/format/distance';

/** Maximum distance in miles for a customer to count as being at a location. */
const atTheWash = 1;

/** Location with its distance in miles, if known. */
export type Place = { place: Location; miles?: number };

/** Nearest first; without a position, in the merchant's order. */
export function sortedFrom(here: Point | null, locations: readonly Location[]): Place[] {
  return here ? byDistance(locations, here) : locations.map((place) => ({ place }));
}

/** Location the person is at, if any. */
export function locationAt(here: Point | null, locations: readonly Location[]): Location | null {
  const [nearest] = sortedFrom(here, locations);
  return nearest?.miles !== undefined && nearest.miles < atTheWash ? nearest.place : null;
}
