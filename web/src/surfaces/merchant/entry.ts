import { boot } from '@/shared/site/boot';
import type { SurfaceEntry } from '@/shared/surface/surface';

/** The back office. There is none in production before it has more than its frame. */
export const merchant: SurfaceEntry = {
  name: 'merchant',
  serves: (pathname) => !boot().environment.production && /^\/SiteAdmin(?:\/|$)/i.test(pathname),
  load: () => import('./surface').then((m) => m.surface),
};
