import type { SurfaceEntry } from '@/shared/surface/surface';

/** The screen at the wash that takes codes. */
export const kiosk: SurfaceEntry = {
  name: 'kiosk',
  serves: (pathname) => /^\/kiosk(?:\/|$)/i.test(pathname),
  load: () => import('./surface').then((m) => m.surface),
};
