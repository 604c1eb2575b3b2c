import type { SurfaceEntry } from '@/shared/surface/surface';
import { loadShell } from './shells';

/** Paths that belong to no other surface. */
export const shopper: SurfaceEntry = {
  name: 'shopper',
  serves: () => true,
  load: async () => {
    // Load shell and first page in parallel; on failure, the router retries and reports it.
    void loadShell().catch(() => undefined);
    if (location.pathname === '/') void import('./pages/home-page').catch(() => undefined);
    return (await import('./surface')).surface;
  },
};
