import { copiesCache } from './second-copy';

/** Empties what was kept of the shell and of answers. Second copies stay. */
export async function clearCaches() {
  if (typeof caches === 'undefined') return;
  const names = (await caches.keys().catch(() => [])).filter((name) => name !== copiesCache);
  await Promise.all(names.map((name) => caches.delete(name))).catch(() => undefined);
}
