import { pageRoutes } from '@/shared/surface/page-routes';
import { RootError } from '@/shared/surface/root-error';
import type { Surface } from '@/shared/surface/surface';
import { speak } from './catalogue';
import { decide } from './guard';
import { movedRoutes } from './moved-pages';
import { PageBoundary } from './pages/page-boundary';
import { RootShell } from './root-shell';
import { pages } from './table';

/** Shows nothing, because the shell's static heading stays until the first page is complete. */
function Nothing() {
  return null;
}

/** Back office of a merchant. */
export const surface: Surface = {
  routes: (queries) => [
    {
      Component: RootShell,
      HydrateFallback: Nothing,
      ErrorBoundary: RootError,
      children: [
        ...pageRoutes({ queries, pages, configured: [], layouts: {}, decide, Boundary: PageBoundary }),
        ...movedRoutes,
      ],
    },
  ],
};

/** Uses the page's language. */
export async function open(): Promise<Surface> {
  await speak();
  return surface;
}
