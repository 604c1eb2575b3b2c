import { underLock } from '../lib/lock';
import { readEnvelope } from './envelope';
import { baseHeaders } from './headers';
import { clearSession, currentTokens, onSession, setSession, tokenLife } from './session';
import type { Tokens } from './types';

type Outcome = 'fresh' | 'ended' | 'unknown';

let running: Promise<Outcome> | null = null;
const endings = new Set<() => void>();

/** Called when a session ended without a logout. */
export function onSessionEnded(listener: () => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

function end(): Outcome {
  clearSession();
  for (const listener of endings) listener();
  return 'ended';
}

async function exchange(stale: string): Promise<Outcome> {
  const tokens = currentTokens();
  if (!tokens) return 'ended';
  // Another tab was faster; use its tokens.
  if (tokens.accessToken !== stale) return 'fresh';
  // A read-only view can't be refreshed.
  if (!tokens.refreshToken) return end();
  let response: Response;
  try {
    response = await fetch('/api/v1/users/tokens', {
      method: 'PUT',
      // It holds a lock shared by all tabs.
      signal: AbortSignal.timeout(30_000),
      headers: { ...baseHeaders(), 'Queue-Type': 'parallel', 'Content-Type': 'application/json' },
      body: JSON.stringify({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }),
    });
  } catch {
    return 'unknown';
  }
  if (response.status >= 500 || response.status === 429) return 'unknown';
  try {
    setSession(await readEnvelope<Tokens>(response));
    return 'fresh';
  } catch {
    return end();
  }
}

/** Replaces the tokens whose access token is `stale`; one request at a time across all tabs. */
export function refreshSession(stale: string): Promise<Outcome> {
  running ??= underLock('refresh', () => exchange(stale)).finally(() => {
    running = null;
  });
  return running;
}

const early = 60_000;
/** Minimum interval between refreshes in milliseconds, for short-lived tokens and wrong clocks. */
const floor = 30_000;
const longest = 2_147_000_000;

/** Refreshes one minute before the access token expires, and on return to a page that was asleep. */
export function keepSessionFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    clearTimeout(timer);
    const token = currentTokens()?.accessToken;
    if (!token) return;
    const wait = (tokenLife() ?? 0) - early;
    timer = setTimeout(
      async () => {
        if ((await refreshSession(token)) === 'unknown') plan();
      },
      Math.min(Math.max(wait, floor), longest),
    );
  };
  const wake = () => {
    if (document.visibilityState === 'visible') plan();
  };
  plan();
  const stop = onSession(plan);
  document.addEventListener('visibilitychange', wake);
  return () => {
    clearTimeout(timer);
    stop();
    document.removeEventListener('visibilitychange', wake);
  };
}
