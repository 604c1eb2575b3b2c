import { pageRoutes } from '@/shared/surface/page-routes';
import { RootError } from '@/shared/surface/root-error';
import type { Surface } from '@/shared/surface/surface';
import { speak } from './catalogue';
import { decide } from './guard';
import { movedRoutes } from './moved-pages';
import { PageBoundary } from './pages/page-boundary';
import { RootShell } from './root-shell';
import { pages } from './table';

/** The shell's static heading stands until the first page is complete. */
function Nothing() {
  return null;
}

/** The back office of a merchant. */
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

/** The same, in the language of the page. */
export async function open(): Promise<Surface> {
  await speak();
  return surface;
}
