import { precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { assetCache, buildPath } from './caches';

declare const self: ServiceWorkerGlobalScope;

/** Precaches what shoppers need; fonts, languages, maps and other surfaces are cached on first use. */
export function keepAssets() {
  precacheAndRoute(self.__WB_MANIFEST);
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(buildPath),
    new CacheFirst({ cacheName: assetCache }),
  );
}
