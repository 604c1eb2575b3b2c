import type { WorkboxPlugin } from 'workbox-core';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { buildPath, shellCache } from './caches';

declare const self: ServiceWorkerGlobalScope;

/** Seconds to wait for the network before serving the cached shell. */
const patience = 3;

/** One shell serves all pages, which differ only in metadata for search engines. */
const anyPage = '/';

const oneShell: WorkboxPlugin = {
  cacheKeyWillBeUsed: async () => anyPage,
  // The shell of another build would request missing files.
  cacheWillUpdate: async ({ response }) => {
    const isShell = response.status === 200 && (await response.clone().text()).includes(buildPath);
    return isShell ? response : null;
  },
  // Something other than our server has responded.
  fetchDidSucceed: async ({ response }) => {
    if (response.status === 502 || response.status === 504) throw new Error('the server is away');
    return response;
  },
};

const shells = new NetworkFirst({
  cacheName: shellCache,
  networkTimeoutSeconds: patience,
  plugins: [oneShell],
});

/** If this fails, the next loaded page is cached instead. */
export async function fetchShell(event: ExtendableEvent) {
  const [, kept] = shells.handleAll({ event, request: new Request(anyPage, { cache: 'no-cache' }) });
  await kept.catch(() => undefined);
}

/**
 * Serves pages from the network, so that changes of site or build show immediately, and the cached shell
 * offline. It is cached with the worker, so it works after the first visit.
 */
export function keepShell() {
  self.addEventListener('install', (event) => event.waitUntil(fetchShell(event)));
  registerRoute(new NavigationRoute(shells, { denylist: [/^\/(?:api|uploads)\//] }));
}
