import type { Vehicle } from '@/shared/api/types';

/** Once complete a vehicle is read-only: club prices hang on it. */
export function isComplete(vehicle: Vehicle): boolean {
  const { make, model, year, license, color, state } = vehicle;
  return [make, model, year, license, color, state].every((text) => text.trim() !== '');
}
