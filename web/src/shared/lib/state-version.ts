import { clearCaches } from './caches';
import { store } from './store';

/** Version of local storage, increased when the format of a stored value changes. */
export const stateVersion = '1.0.4';

const key = 'version';

/**
 * A reset keeps the customer's session, cart, unsettled order and theme, a kiosk's key and unsent outcomes,
 * and staff sessions.
 */
const kept = [
  key,
  'session',
  'device',
  'cart',
  'open-order',
  'scheme',
  'terminal',
  'redemptions',
  'console-session',
];

/** Deletes state of another version. True if it did, so that the page must restart. */
export async function resetOldState(): Promise<boolean> {
  const found = store.read(key);
  if (found === stateVersion) return false;
  store.write(key, stateVersion);
  // If storage is blocked, the version is lost with the page, and a reload would loop.
  if (found === null || store.read(key) !== stateVersion) return false;
  for (const name of store.keys()) if (!kept.includes(name)) store.remove(name);
  await clearCaches();
  return true;
}
