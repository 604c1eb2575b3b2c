import type { WorkboxPlugin } from 'workbox-core';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { buildPath, shellCache } from './caches';

declare const self: ServiceWorkerGlobalScope;

/** Seconds that the network has before the shell of the last visit stands in. */
const patience = 3;

/** One shell serves all pages: they differ in what search engines read. */
const anyPage = '/';

const oneShell: WorkboxPlugin = {
  cacheKeyWillBeUsed: async () => anyPage,
  // The shell of another build would ask for files that are not here.
  cacheWillUpdate: async ({ response }) => {
    const isShell = response.status === 200 && (await response.clone().text()).includes(buildPath);
    return isShell ? response : null;
  },
  // In the server's place something before it has answered.
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

/** Without it the next page that comes is kept. */
export async function fetchShell(event: ExtendableEvent) {
  const [, kept] = shells.handleAll({ event, request: new Request(anyPage, { cache: 'no-cache' }) });
  await kept.catch(() => undefined);
}

/**
 * Pages come from the network, so that a change of site or build shows at once; where there is none, the shell as last seen
 * stands in. It is fetched with the worker, so that it is there after a first visit.
 */
export function keepShell() {
  self.addEventListener('install', (event) => event.waitUntil(fetchShell(event)));
  registerRoute(new NavigationRoute(shells, { denylist: [/^\/(?:api|uploads)\//] }));
}
