import type { SurfaceEntry } from '@/shared/surface/surface';
import { merchant } from '@/surfaces/merchant/entry';
import { shopper } from '@/surfaces/shopper/entry';

/** Asked in this order; the last answers everywhere. */
const surfaces = [merchant, shopper];

/** The surface that answers at a path. */
export function surfaceAt(pathname: string): SurfaceEntry {
  return surfaces.find((surface) => surface.serves(pathname)) ?? shopper;
}
