import { fetchShell } from './shell';

declare const self: ServiceWorkerGlobalScope;

/**
 * A new worker waits as long as pages of the old build are open. Once a page of its own build is, it takes over:
 * what that page needs is here.
 */
export function handOver() {
  self.addEventListener('message', (event) => {
    const { data } = event;
    if (data?.type !== 'BUILD' || data.version !== __SUDS_VERSION__) return;
    void self.skipWaiting();
    // Whoever pressed 'Update' has emptied the caches since this worker came, and the worker before keeps no shell of this build.
    event.waitUntil(fetchShell(event));
  });
}
