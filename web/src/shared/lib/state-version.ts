import { clearCaches } from './caches';
import { store } from './store';

/** Version of local storage, increased when the format of a stored value changes. */
export const stateVersion = '1.0.4';

const key = 'version';

/**
 * A reset keeps the person's session, cart, unsettled order, theme and language, a kiosk's key and unsent
 * outcomes, and what staff have drafted or saved.
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
  'payments',
  'console-session',
  'config-draft',
  'list-views',
  'language',
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
