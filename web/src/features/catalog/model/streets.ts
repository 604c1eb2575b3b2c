import type { Scheme } from '@/shared/theme/scheme';
import type { MapView } from './map-view';

/** Streets that are drawn. */
export type Streets = { show: (view: MapView) => void };

export type StreetsOptions = {
  /** What its maker knows the installation by, or the address of a style. */
  key: string;
  scheme: Scheme;
  view: MapView;
  onMove: (view: MapView) => void;
  /** Takes them away. */
  signal: AbortSignal;
};

/** Draws streets into an element. Rejects where they do not come. */
export type OpenStreets = (container: HTMLElement, options: StreetsOptions) => Promise<Streets>;

/** How long anything of theirs may take to come. */
export const patience = 15_000;

/** Rejects once streets should be here. */
export function tooLate(what: string): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(`${what} did not come`)), patience));
}
