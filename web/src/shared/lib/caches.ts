/**
 * Prefix of caches that can be refetched. Others, such as the precache or second copies, must not be cleared.
 */
const prefix = 'suds-cache-';

/** Clears cached shells and responses. */
export async function clearCaches() {
  if (typeof caches === 'undefined') return;
  const names = (await caches.keys().catch(() => [])).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => caches.delete(name))).catch(() => undefined);
}
