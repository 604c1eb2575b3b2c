import { vi } from 'vitest';

/** Cache storage with one cache, enough for second copies. Returns its content. */
export function stubCaches(): Map<string, Response> {
  const kept = new Map<string, Response>();
  const cache = {
    put: async (key: string, response: Response) => void kept.set(key, response),
    match: async (key: string) => kept.get(key)?.clone(),
    delete: async (key: string) => kept.delete(key),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  return kept;
}
