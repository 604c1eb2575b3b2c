import type { PrecacheEntry } from 'workbox-precaching';

declare global {
  interface ServiceWorkerGlobalScope {
    /** Filled in by the build (`build/precache.ts`). */
    readonly __WB_MANIFEST: PrecacheEntry[];
  }
}
