import { type DataRouteObject, matchRoutes } from 'react-router';
import type { PageHandle } from '../ui/page-handle';

/** Parts of the router used here. */
type Router = { readonly routes: DataRouteObject[] };

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Preloads a page's code when a pointer or the focus is on a link to it. */
export function preloadOnIntent(router: Router): () => void {
  const stop = new AbortController();
  const hear = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link?.href || link.target || link.origin !== location.origin || savesData()) return;
    const match = matchRoutes(router.routes, link.pathname)?.at(-1);
    const handle = match?.route.handle as PageHandle | undefined;
    // The navigation itself reports errors.
    handle?.preload().catch(() => undefined);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    addEventListener(type, hear, { passive: true, signal: stop.signal });
  }
  return () => stop.abort();
}
