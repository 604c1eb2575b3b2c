import type { SurfaceEntry } from '@/shared/surface/surface';

/** Kiosk screen at the wash. */
export const kiosk: SurfaceEntry = {
  name: 'kiosk',
  serves: (pathname) => /^\/kiosk(?:\/|$)/i.test(pathname),
  load: () => import('./surface').then((m) => m.surface),
};
