import { boot } from '@/shared/site/boot';
import type { SurfaceEntry } from '@/shared/surface/surface';

/** Where the provider's people work: a host of its own, on which there is nothing else. */
export const providerConsole: SurfaceEntry = {
  name: 'console',
  serves: () => boot().console !== undefined,
  load: () => import('./surface').then((m) => m.open()),
};
