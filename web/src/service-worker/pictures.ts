import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { pictureCache } from './caches';

/** Uploads are named by their digest and never change. Videos are too large and use range requests. */
const picture = /^\/uploads\/.+\.(?:svg|png|jpe?g|webp|avif)$/;

const month = 30 * 24 * 3600;

export function keepPictures() {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && picture.test(url.pathname),
    new CacheFirst({
      cacheName: pictureCache,
      plugins: [new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: month, purgeOnQuotaError: true })],
    }),
  );
}
