import { ApiError } from '@/shared/api/api-error';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { clearQueue } from '@/shared/api/queue';
import { clearSession, currentTokens, setSession } from '@/shared/api/session';
import type { CaptchaHeaders } from '@/shared/captcha/captcha';

/** Returns a ticket if a second step is needed; null when logged in. */
export async function logIn(
  email: string,
  password: string,
  headers: CaptchaHeaders,
): Promise<string | null> {
  // With a stale token, an error would look like an expired session.
  clearSession();
  const body = { email: email.trim(), password };
  try {
    setSession(await unwrap(serial.POST('/api/v1/users/login', { body, headers })));
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.ticket) return error.ticket;
    throw error;
  }
}

/** Timeout of the logout request, in milliseconds. */
const farewellPatience = 5_000;

/** Ends the session locally even if the request fails, so that logging out works offline. */
export async function endSession() {
  clearQueue();
  const signal = AbortSignal.timeout(farewellPatience);
  const farewell = currentTokens()
    ? unwrap(parallel.POST('/api/v1/users/logout', { signal }))
    : Promise.resolve();
  await farewell.catch(() => undefined);
  clearSession();
}
