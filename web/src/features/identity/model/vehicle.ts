import type { Vehicle } from '@/shared/api/types';

/** A complete vehicle is read-only, because club prices depend on it. */
export function isComplete(vehicle: Vehicle): boolean {
  const { make, model, year, license, color, state } = vehicle;
  return [make, model, year, license, color, state].every((text) => text.trim() !== '');
}
