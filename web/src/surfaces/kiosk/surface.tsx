import { pageRoutes } from '@/shared/surface/page-routes';
import { RootError } from '@/shared/surface/root-error';
import type { Surface } from '@/shared/surface/surface';
import { PageBoundary } from './pages/page-boundary';
import { RootShell } from './root-shell';
import { pages } from './table';

/** Shows nothing, because the shell's static heading stays until the first page is complete. */
function Nothing() {
  return null;
}

/** Kiosk surface. It has no login: the terminal key determines access on the server. */
export const surface: Surface = {
  routes: (queries) => [
    {
      Component: RootShell,
      HydrateFallback: Nothing,
      ErrorBoundary: RootError,
      children: pageRoutes({
        queries,
        pages,
        configured: [],
        layouts: {},
        decide: () => 'show',
        Boundary: PageBoundary,
      }),
    },
  ],
};
