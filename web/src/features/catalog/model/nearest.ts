import type { Location } from '@/shared/api/types';
import { byDistance, type Point } from '@/shared/format/distance';

/** Miles within which a customer is taken to be at a location. */
const atTheWash = 1;

/** A location, and how many miles away it is where that is known. */
export type Place = { place: Location; miles?: number };

/** The nearest first; without a position as the merchant has them. */
export function sortedFrom(here: Point | null, locations: readonly Location[]): Place[] {
  return here ? byDistance(locations, here) : locations.map((place) => ({ place }));
}

/** Location the person is at, if any. */
export function locationAt(here: Point | null, locations: readonly Location[]): Location | null {
  const [nearest] = sortedFrom(here, locations);
  return nearest?.miles !== undefined && nearest.miles < atTheWash ? nearest.place : null;
}
