import { sessionCache } from '../api/session';

/** Empties what was kept of the shell and of answers. The session's copy stays. */
export async function clearCaches() {
  if (typeof caches === 'undefined') return;
  const names = (await caches.keys().catch(() => [])).filter((name) => name !== sessionCache);
  await Promise.all(names.map((name) => caches.delete(name))).catch(() => undefined);
}
