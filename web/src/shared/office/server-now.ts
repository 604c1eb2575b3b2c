import { readClaims } from '../api/jwt';
import { currentTokens, tokenLife } from '../api/session';
import { useNow } from '../lib/use-now';

const minute = 60_000;

/**
 * Milliseconds the server's clock is ahead of the device's, derived from the arrival of a token and its
 * expiry. Accurate to a minute.
 */
function lead(): number {
  const [token, life] = [currentTokens()?.accessToken, tokenLife()];
  if (!token || life === null) return 0;
  const { exp, iat = exp } = readClaims(token);
  // The arrival time is unknown.
  if (life === (exp - iat) * 1000) return 0;
  return Math.round((exp * 1000 - life - Date.now()) / minute) * minute;
}

/** Current time by the server's clock. */
export function serverNow(): number {
  return Date.now() + lead();
}

/** Current time by the server's clock, refreshed at this interval while mounted. */
export function useServerNow(every: number): number {
  return useNow(every) + lead();
}
