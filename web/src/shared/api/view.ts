import { tabStorage } from '../lib/storage';

const key = 'view';

/**
 * The token with which one of the provider's people looks into the back office, in this tab alone and only to read; null: nobody
 * does. It ends by itself and is never renewed.
 */
export const viewToken = () => tabStorage.read(key);

export const endView = () => tabStorage.remove(key);

/** Begins to look, where the address brings a token behind `#`; the address forgets it. */
export function beginView() {
  const token = location.hash.slice(1);
  if (token) tabStorage.write(key, token);
  location.replace('/mmtpo');
}
