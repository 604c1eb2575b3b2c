import { sessionCache } from '../api/session';

/** Starts from what the server has now. Session, device, cart and choices stay. */
export async function reloadApp() {
  if (typeof caches !== 'undefined') {
    const names = (await caches.keys().catch(() => [])).filter((name) => name !== sessionCache);
    await Promise.all(names.map((name) => caches.delete(name))).catch(() => undefined);
  }
  location.reload();
}
