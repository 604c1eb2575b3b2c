import { api, sideBySide, unwrap } from '@/shared/api/client';
import { clearQueue } from '@/shared/api/queue';
import { clearSession, currentTokens, setSession } from '@/shared/api/session';

export async function logIn(email: string, password: string) {
  // A stale token would make a refusal look like an expired session.
  clearSession();
  setSession(await unwrap(api.POST('/api/v1/users/login', { body: { email: email.trim(), password } })));
}

/** Ends the session here whatever the server says: a log-out must work offline too. */
export async function endSession() {
  clearQueue();
  const farewell = currentTokens() ? unwrap(sideBySide.POST('/api/v1/users/logout')) : Promise.resolve();
  await farewell.catch(() => undefined);
  clearSession();
}
