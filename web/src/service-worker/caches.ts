import { setCacheNameDetails } from 'workbox-core';

declare const self: ServiceWorkerGlobalScope;

// A reset deletes caches starting with `suds-cache-` (`shared/lib/caches.ts`), so it keeps the precache.
setCacheNameDetails({ prefix: 'suds' });

/** Path of this build's files. */
export const buildPath = `/v/${__SUDS_VERSION__}/`;

const shells = 'suds-cache-shell-';
const assets = 'suds-cache-assets-';

export const shellCache = `${shells}${__SUDS_VERSION__}`;
export const assetCache = `${assets}${__SUDS_VERSION__}`;
export const pictureCache = 'suds-cache-pictures';

/** Whether a cache belongs to another build and is deleted on activation. */
export function isOld(name: string): boolean {
  const ofABuild = name.startsWith(shells) || name.startsWith(assets);
  return ofABuild && name !== shellCache && name !== assetCache;
}

export function dropOldCaches() {
  self.addEventListener('activate', (event) => {
    const drop = async () => {
      const old = (await caches.keys()).filter(isOld);
      await Promise.all(old.map((name) => caches.delete(name)));
    };
    event.waitUntil(drop());
  });
}
