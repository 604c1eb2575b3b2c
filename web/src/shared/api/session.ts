import { useMemo } from 'react';
import { secondCopy } from '../lib/second-copy';
import { store } from '../lib/store';
import { useStored } from '../lib/store-hook';
import { type Claims, readClaims } from './jwt';
import type { Tokens } from './types';

/** What a visitor is to the client. A guest is a state of the client only. */
export type Session =
  | (Tokens & { guest?: never })
  | { guest: true; accessToken?: never; refreshToken?: never };

const key = 'session';
const copy = secondCopy<Session>(key);

export function currentSession(): Session | null {
  return store.read<Session>(key);
}

export function currentTokens(): Tokens | null {
  const session = currentSession();
  return session?.accessToken ? session : null;
}

export function setSession(session: Session) {
  store.write(key, session);
  void copy.keep(session);
}

export function clearSession() {
  store.remove(key);
  void copy.keep(null);
}

export async function restoreSession() {
  if (currentSession()) return;
  const kept = await copy.read();
  if (kept) store.write(key, kept);
}

export function onSession(listener: () => void): () => void {
  return store.listen(key, listener);
}

/** What the token says of its owner; nothing where it cannot be read. */
function claimsOf(session: Session | null): Partial<Claims> | null {
  if (!session?.accessToken) return null;
  try {
    return readClaims(session.accessToken);
  } catch {
    return {};
  }
}

export function useSession() {
  const session = useStored<Session>(key);
  const claims = useMemo(() => claimsOf(session), [session]);
  return {
    customerId: claims && (claims.sub ?? ''),
    isLoggedIn: Boolean(session?.accessToken),
    isGuest: Boolean(session?.guest),
    /** For what is shown; the server reads the role at each request. */
    isAdmin: claims?.IsAdmin === 'true',
  };
}
