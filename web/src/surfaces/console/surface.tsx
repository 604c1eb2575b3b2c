import { site } from '@/shared/site/boot';
import { pageRoutes } from '@/shared/surface/page-routes';
import { RootError } from '@/shared/surface/root-error';
import type { Surface } from '@/shared/surface/surface';
import { speak } from './catalogue';
import { decide } from './guard';
import { PageBoundary } from './pages/page-boundary';
import { RootShell } from './root-shell';
import { pages } from './table';

/** Shows nothing, because the shell's static heading stays until the first page is complete. */
function Nothing() {
  return null;
}

/** Provider's console. */
export const surface: Surface = {
  routes: (queries) => [
    {
      Component: RootShell,
      HydrateFallback: Nothing,
      ErrorBoundary: RootError,
      children: pageRoutes({ queries, pages, configured: [], layouts: {}, decide, Boundary: PageBoundary }),
    },
  ],
};

/** Uses the page's language and the browser's time zone, because there is no site. */
export async function open(): Promise<Surface> {
  site().timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await speak();
  return surface;
}
