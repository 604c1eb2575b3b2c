/** Of what can be fetched again. Other caches, such as a service worker's precache or second copies, are not ours to empty. */
const prefix = 'suds-cache-';

/** Empties what was kept of the shell and of answers. */
export async function clearCaches() {
  if (typeof caches === 'undefined') return;
  const names = (await caches.keys().catch(() => [])).filter((name) => name.startsWith(prefix));
  await Promise.all(names.map((name) => caches.delete(name))).catch(() => undefined);
}
