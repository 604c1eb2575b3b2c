import { store } from '../lib/store';
import { useStored } from '../lib/store-hook';
import { readClaims } from './jwt';
import type { Tokens } from './types';

/** What a visitor is to the client. A guest is a state of the client only. */
export type Session =
  | (Tokens & { guest?: never })
  | { guest: true; accessToken?: never; refreshToken?: never };

const key = 'session';
export const sessionCache = 'suds-session';
const cacheEntry = '/suds-session';

/** Installed apps on some systems share caches but not local storage, hence the second copy. */
async function mirror(session: Session | null) {
  if (typeof caches === 'undefined') return;
  try {
    const cache = await caches.open(sessionCache);
    if (session) await cache.put(cacheEntry, new Response(JSON.stringify(session)));
    else await cache.delete(cacheEntry);
  } catch {
    // The copy is a convenience; local storage decides.
  }
}

export function currentSession(): Session | null {
  return store.read<Session>(key);
}

export function currentTokens(): Tokens | null {
  const session = currentSession();
  return session?.accessToken ? session : null;
}

export function setSession(session: Session) {
  store.write(key, session);
  void mirror(session);
}

export function clearSession() {
  store.remove(key);
  void mirror(null);
}

export async function restoreSession() {
  if (currentSession() || typeof caches === 'undefined') return;
  try {
    const copy = await (await caches.open(sessionCache)).match(cacheEntry);
    if (copy) store.write(key, await copy.json());
  } catch {
    // No copy, no session.
  }
}

export function onSession(listener: () => void): () => void {
  return store.listen(key, listener);
}

function customerOf(session: Session | null): string | null {
  if (!session?.accessToken) return null;
  try {
    return readClaims(session.accessToken).sub ?? '';
  } catch {
    return '';
  }
}

export function useSession() {
  const session = useStored<Session>(key);
  return {
    customerId: customerOf(session),
    isLoggedIn: Boolean(session?.accessToken),
    isGuest: Boolean(session?.guest),
  };
}
