import { currentTokens } from '@/shared/api/session';
import { boot, completeSite } from '@/shared/site/boot';
import { pageRoutes } from '@/shared/surface/page-routes';
import { RootError } from '@/shared/surface/root-error';
import type { Surface } from '@/shared/surface/surface';
import { decide } from './model/guard';
import { configuredPaths } from './model/offer';
import { PageBoundary } from './pages/page-boundary';
import { RootShell } from './root-shell';
import { loadShell } from './shells';
import { table } from './table';

/** Shows nothing, because the shell's static heading stays until the first page is complete. */
function Nothing() {
  return null;
}

/** Loads what the shell of a shop that isn't open withholds from the public. */
async function loadClosedSite() {
  if (boot().shop.open || !currentTokens()) return;
  // Only the team needs this code.
  const config = await import('@/features/site/api/site-config')
    .then((m) => m.newestConfig())
    .catch(() => undefined);
  if (config) completeSite(config);
}

/** Web shop and app: one tree of pages in two shells. */
export const surface: Surface = {
  routes: (queries) => [
    {
      Component: RootShell,
      loader: async () => {
        await Promise.all([loadShell(), loadClosedSite()]);
        return null;
      },
      shouldRevalidate: () => false,
      HydrateFallback: Nothing,
      ErrorBoundary: RootError,
      children: pageRoutes({
        queries,
        pages: table,
        configured: configuredPaths(),
        layouts: { shop: () => import('./pages/shop-layout').then((m) => m.ShopLayout) },
        decide,
        Boundary: PageBoundary,
      }),
    },
  ],
};
