import { baseHeaders } from './headers';

/** Reports a crash to the server, without user input. Lost reports aren't resent. */
export function reportCrash(error: unknown) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  void fetch('/api/v1/users/errors', {
    method: 'POST',
    keepalive: true,
    headers: { ...baseHeaders(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ error: message.slice(0, 500), stack: (stack ?? '').slice(0, 4000) }),
  }).catch(() => undefined);
}
