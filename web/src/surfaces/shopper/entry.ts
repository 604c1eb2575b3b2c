import type { SurfaceEntry } from '@/shared/surface/surface';
import { loadShell } from './shells';

/** Every path that is no other surface's. */
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
