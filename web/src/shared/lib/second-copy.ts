/** Kept when the caches are cleared, because its content can't be fetched again. */
const copiesCache = 'suds-session';

/**
 * A second copy of a stored value. Installed apps on some systems share caches but not local storage, and some browsers
 * empty the one but not the other.
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
        // The copy is a convenience; local storage decides.
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
