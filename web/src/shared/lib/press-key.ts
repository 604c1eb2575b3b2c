import { tabStorage } from './storage';

type Kept = { key: string; digest: string };

function read(name: string): Kept | null {
  try {
    return JSON.parse(tabStorage.read(name) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/** Of what is sent, since a password may be in it. */
async function digestOf(key: string, body: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(key + JSON.stringify(body));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The idempotency key of a press. It stays until a definite answer came, so that a press after a lost answer repeats
 * the old key and nothing happens twice, even over a reload. Another body is another press.
 */
export function pressKey(purpose: string) {
  const name = `suds:press:${purpose}`;
  return {
    async of(body: unknown): Promise<string> {
      const kept = read(name);
      if (kept && kept.digest === (await digestOf(kept.key, body))) return kept.key;
      const key = crypto.randomUUID();
      const digest = await digestOf(key, body);
      tabStorage.write(name, JSON.stringify({ key, digest } satisfies Kept));
      return key;
    },
    settle: () => tabStorage.remove(name),
  };
}
