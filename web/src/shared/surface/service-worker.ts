/** The registration of this origin's worker, once there is one; null where the browser has none, or refuses it. */
let registered: Promise<ServiceWorkerRegistration | null> | undefined;

/** Files the page loaded before the worker was active. */
function fetchedBefore(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set(names)].filter((name) => name.startsWith(`${location.origin}/`));
}

/** A worker of this page's build need not wait until all pages of the one before are closed. */
function callIn(registration: ServiceWorkerRegistration) {
  const call = () => registration.waiting?.postMessage({ type: 'BUILD', version: __SUDS_VERSION__ });
  call();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', call);
  });
}

async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  const first = navigator.serviceWorker.controller === null;
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js', {
      updateViaCache: 'none',
    });
    callIn(registration);
    if (first) {
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: fetchedBefore() } });
    }
    return registration;
  } catch {
    // Private windows and full disks: everything works, only not without a connection.
    return null;
  }
}

/** Gives the app its worker, without which it needs a connection. */
export function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??= register();
  return registered;
}
