import type { SurfaceEntry } from '@/shared/surface/surface';
import { providerConsole } from '@/surfaces/console/entry';
import { kiosk } from '@/surfaces/kiosk/entry';
import { merchant } from '@/surfaces/merchant/entry';
import { shopper } from '@/surfaces/shopper/entry';

/** Checked in this order; the last one handles every path. */
const surfaces = [providerConsole, merchant, kiosk, shopper];

/** Surface that handles a path. */
export function surfaceAt(pathname: string): SurfaceEntry {
  return surfaces.find((surface) => surface.serves(pathname)) ?? shopper;
}
