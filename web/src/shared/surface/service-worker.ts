/** Registration of this origin's worker; null if the browser doesn't support or allows none. */
let registered: Promise<ServiceWorkerRegistration | null> | undefined;

/** Files the page loaded before the worker was active. */
function fetchedBefore(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set(names)].filter((name) => name.startsWith(`${location.origin}/`));
}

/** Activates a worker of this page's build without waiting for pages of the old one to close. */
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
    // Private windows and full disks: everything works, but not offline.
    return null;
  }
}

/** Registers the service worker for offline use. */
export function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??= register();
  return registered;
}
