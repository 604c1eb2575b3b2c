import { clearCaches } from './caches';

/** Starts from what the server has now. Session, device, cart and choices stay. */
export async function reloadApp() {
  await clearCaches();
  location.reload();
}
