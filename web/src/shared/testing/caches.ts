import { vi } from 'vitest';

/** A cache storage with one cache, as much of it as second copies need. Answers what is in it. */
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
