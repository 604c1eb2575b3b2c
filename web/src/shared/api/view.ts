import { tabStorage } from '../lib/storage';

const key = 'view';

/**
 * Read-only token for staff of Suds to view the back office, for this tab only; null without one. It expires
 * and is never renewed.
 */
export const viewToken = () => tabStorage.read(key);

/** Whether this tab only views the back office, so that changes aren't possible. */
export const isViewing = () => viewToken() !== null;

export const endView = () => tabStorage.remove(key);

/** Starts a read-only view if the URL has a token after `#`, and removes the token from it. */
export function beginView() {
  const token = location.hash.slice(1);
  if (token) tabStorage.write(key, token);
  location.replace('/mmtpo');
}
