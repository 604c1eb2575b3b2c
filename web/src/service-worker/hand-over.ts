import { fetchShell } from './shell';

declare const self: ServiceWorkerGlobalScope;

/**
 * A new worker waits while pages of the old build are open. It takes over when a page of the new build opens.
 */
export function handOver() {
  self.addEventListener('message', (event) => {
    const { data } = event;
    if (data?.type !== 'BUILD' || data.version !== __SUDS_VERSION__) return;
    void self.skipWaiting();
    // 'Update' has emptied the caches since this worker was installed, and the old worker has no shell of
    // this build.
    event.waitUntil(fetchShell(event));
  });
}
