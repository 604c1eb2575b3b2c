import { tabStorage } from './storage';

type Kept = { key: string; print: string };

function read(name: string): Kept | null {
  try {
    return JSON.parse(tabStorage.read(name) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/**
 * The idempotency key of a press. It stays until a definite answer came, so that a press after a lost answer repeats
 * the old key and nothing happens twice, even over a reload. Another body is another press.
 */
export function pressKey(purpose: string) {
  const name = `suds:press:${purpose}`;
  return {
    of(body: unknown): string {
      const print = JSON.stringify(body);
      const kept = read(name);
      if (kept?.print === print) return kept.key;
      const key = crypto.randomUUID();
      tabStorage.write(name, JSON.stringify({ key, print } satisfies Kept));
      return key;
    },
    settle: () => tabStorage.remove(name),
  };
}
