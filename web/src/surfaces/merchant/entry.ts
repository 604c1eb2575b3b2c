import type { SurfaceEntry } from '@/shared/surface/surface';

/** Back office. */
export const merchant: SurfaceEntry = {
  name: 'merchant',
  serves: (pathname) => /^\/(mmtpo|siteadmin)(\/|$)/i.test(pathname),
  load: () => import('./surface').then((m) => m.open()),
};
