/** Kept when the caches are cleared, because its content can't be fetched again. */
const copiesCache = 'suds-session';

/**
 * Second copy of a stored value in the caches. On some systems, installed apps share caches but not local
 * storage, and some browsers clear only one of them.
 */
export function secondCopy<T>(name: string) {
  const entry = `/suds-${name}`;
  const open = () => (typeof caches === 'undefined' ? null : caches.open(copiesCache));
  return {
    async keep(value: T | null): Promise<void> {
      try {
        const cache = await open();
        if (value === null) await cache?.delete(entry);
        else await cache?.put(entry, new Response(JSON.stringify(value)));
      } catch {
        // The copy is optional; local storage is authoritative.
      }
    },
    async read(): Promise<T | null> {
      try {
        const copy = await (await open())?.match(entry);
        return copy ? ((await copy.json()) as T) : null;
      } catch {
        return null;
      }
    },
  };
}
