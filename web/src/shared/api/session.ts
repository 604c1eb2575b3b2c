import { useMemo, useSyncExternalStore } from 'react';
import { secondCopy } from '../lib/second-copy';
import { stored, useStored } from '../lib/stored';
import { type Claims, readClaims } from './jwt';
import type { Tokens } from './types';
import { endView, viewToken } from './view';

type Pair = Pick<Tokens, 'accessToken' | 'refreshToken'>;

/** Session state in the client. Guests exist only here. */
type Session =
  | (Pair & { arrivedAt?: number; guest?: never })
  | { guest: true; accessToken?: never; refreshToken?: never };

/** Rejects sessions with an outdated format. */
function check(value: unknown): Session | null {
  const { accessToken, refreshToken, arrivedAt, guest } = (value ?? {}) as Record<string, unknown>;
  if (typeof accessToken === 'string' && typeof refreshToken === 'string') {
    return { accessToken, refreshToken, ...(typeof arrivedAt === 'number' && { arrivedAt }) };
  }
  return guest === true ? { guest } : null;
}

const kept = stored('session', check);
const copy = secondCopy<unknown>('session');

/** A read-only view has its own session in this tab, in addition to the device's. */
function viewSession(): Session | null {
  const token = viewToken();
  return token ? { accessToken: token, refreshToken: '' } : null;
}

export function currentSession(): Session | null {
  return viewSession() ?? kept.read();
}

export function currentTokens(): Pair | null {
  const session = currentSession();
  if (!session?.accessToken) return null;
  const { accessToken, refreshToken } = session;
  return { accessToken, refreshToken };
}

/**
 * Remaining lifetime of the access token in milliseconds, counted from its arrival, because a device's clock
 * measures elapsed time but may be wrong. Tokens without an expiry count as expired. Null without a token.
 */
export function tokenLife(): number | null {
  const session = currentSession();
  const claims = claimsOf(session);
  if (!session?.accessToken || !claims) return null;
  const { exp = 0, iat = exp } = claims;
  const { arrivedAt = Date.now() } = session;
  return (exp - iat) * 1000 - Math.max(0, Date.now() - arrivedAt);
}

export function setSession(session: Pair | { guest: true }) {
  const value = 'guest' in session ? session : { ...session, arrivedAt: Date.now() };
  kept.write(value);
  void copy.keep(value);
}

export function clearSession() {
  if (viewToken()) return endView();
  kept.remove();
  void copy.keep(null);
}

export async function restoreSession() {
  if (currentSession()) return;
  const session = check(await copy.read());
  if (session) kept.write(session);
}

export function onSession(listener: () => void): () => void {
  return kept.listen(listener);
}

/** Claims of the token; undefined if it can't be parsed. */
function claimsOf(session: Session | null): Partial<Claims> | null {
  if (!session?.accessToken) return null;
  try {
    return readClaims(session.accessToken);
  } catch {
    return {};
  }
}

function customerOf(claims: Partial<Claims> | null): string | null {
  return claims && (claims.sub ?? '');
}

/** ID of the logged-in customer; null for none. */
export function currentCustomer(): string | null {
  return customerOf(claimsOf(currentSession()));
}

/** Key that identifies the visitor: a customer, a guest or no one. */
export function identity(): string {
  const session = currentSession();
  if (session?.guest) return 'guest';
  const customer = currentCustomer();
  return customer === null ? 'nobody' : `customer ${customer}`;
}

export function useIdentity(): string {
  return useSyncExternalStore(onSession, identity);
}

export function useSession() {
  const own = useStored(kept);
  const session = viewSession() ?? own;
  const claims = useMemo(() => claimsOf(session), [session]);
  return {
    customerId: customerOf(claims),
    isLoggedIn: Boolean(session?.accessToken),
    isGuest: Boolean(session?.guest),
    /** For display; the server checks the role at each request. */
    isAdmin: claims?.IsAdmin === 'true',
  };
}
