import type { SurfaceEntry } from '@/shared/surface/surface';
import { providerConsole } from '@/surfaces/console/entry';
import { kiosk } from '@/surfaces/kiosk/entry';
import { merchant } from '@/surfaces/merchant/entry';
import { shopper } from '@/surfaces/shopper/entry';

/** Asked in this order; the last answers everywhere. */
const surfaces = [providerConsole, merchant, kiosk, shopper];

/** The surface that answers at a path. */
export function surfaceAt(pathname: string): SurfaceEntry {
  return surfaces.find((surface) => surface.serves(pathname)) ?? shopper;
}
