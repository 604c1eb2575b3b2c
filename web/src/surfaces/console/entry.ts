import { boot } from '@/shared/site/boot';
import type { SurfaceEntry } from '@/shared/surface/surface';

/** Provider's console, on a separate host without other surfaces. */
export const providerConsole: SurfaceEntry = {
  name: 'console',
  serves: () => boot().console !== undefined,
  load: () => import('./surface').then((m) => m.open()),
};
