declare const self: ServiceWorkerGlobalScope;

/**
 * A new worker waits as long as pages of the old build are open. Once a page of its own build is, it takes over:
 * what that page needs is here.
 */
export function handOver() {
  self.addEventListener('message', ({ data }) => {
    if (data?.type === 'BUILD' && data.version === __SUDS_VERSION__) void self.skipWaiting();
  });
}
