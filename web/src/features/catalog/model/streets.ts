import type { Scheme } from '@/shared/theme/scheme';
import type { MapView } from './map-view';

/** Loaded street map. */
export type Streets = { show: (view: MapView) => void };

export type StreetsOptions = {
  /** Key of the installation, or the address of a style. */
  key: string;
  scheme: Scheme;
  view: MapView;
  onMove: (view: MapView) => void;
  /** Aborts and removes the tiles. */
  signal: AbortSignal;
};

/** Renders a street map into an element. Rejects if loading fails. */
export type OpenStreets = (container: HTMLElement, options: StreetsOptions) => Promise<Streets>;

/** Timeout for loading the provider's code and tiles, in milliseconds. */
export const patience = 15_000;

/** Rejects after the timeout. */
export function tooLate(what: string): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(`${what} did not come`)), patience));
}
