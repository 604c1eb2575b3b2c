const chains = new Map<string, Promise<unknown>>();

/** Lock within this page, for browsers without Web Locks. */
function inThisPage<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (chains.get(name) ?? Promise.resolve()).then(work, work);
  chains.set(name, turn);
  return turn;
}

/** Runs `work` while holding the named lock across all tabs. Closing or reloading a tab releases it. */
export function underLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(`suds-${name}`, work) : inThisPage(name, work);
}
