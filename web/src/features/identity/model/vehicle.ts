import type { Vehicle } from '@/shared/api/types';
import { hasStates } from '@/shared/site/country-words';

/** A complete vehicle is read-only, because club prices depend on it. */
export function isComplete(vehicle: Vehicle): boolean {
  const { make, model, year, license, color, state } = vehicle;
  const texts = [make, model, year, license, color, ...(hasStates() ? [state] : [])];
  return texts.every((text) => text.trim() !== '');
}
