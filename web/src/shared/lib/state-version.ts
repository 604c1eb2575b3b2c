import { clearCaches } from './caches';
import { store } from './store';

/** Version of local storage, increased when the format of a stored value changes. */
export const stateVersion = '1.0.4';

const key = 'version';

/**
 * A reset never costs a customer the session, the cart, an order that is not settled, or the chosen theme; nor a kiosk its
 * key, and what it has yet to tell, nor staff of the provider theirs.
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

/** Forgets state of another version. True when it did, and the page has to start again from the initial state. */
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
