import type { SurfaceEntry } from '@/shared/surface/surface';
import { loadShell } from './shells';

/** Paths that belong to no other surface. */
export const shopper: SurfaceEntry = {
  name: 'shopper',
  serves: () => true,
  load: async () => {
    // Shell and first page come along instead of afterwards; where they fail, the router asks again and says so.
    void loadShell().catch(() => undefined);
    if (location.pathname === '/') void import('./pages/home-page').catch(() => undefined);
    return (await import('./surface')).surface;
  },
};
