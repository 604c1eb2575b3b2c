import { tabStorage } from './storage';

type Kept = { key: string; digest: string };

function read(name: string): Kept | null {
  try {
    return JSON.parse(tabStorage.read(name) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/** Digest of the body, because it may contain a password. */
async function digestOf(key: string, body: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(key + JSON.stringify(body));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Idempotency key of a user action. It is kept until a definitive response, so that retries after a lost
 * response have no second effect, even across reloads. A different body gets a new key.
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
