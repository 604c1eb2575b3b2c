const prefix = 'suds:';

type Listener = (value: unknown) => void;
const listeners = new Map<string, Set<Listener>>();

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function tell(key: string, value: unknown) {
  for (const listener of listeners.get(key) ?? []) listener(value);
}

/**
 * Local storage with JSON values. Listeners hear writes of this tab and, through the `storage` event, of others.
 * Private modes may refuse storage; then values live as long as the page.
 */
const memory = new Map<string, string>();

export const store = {
  read<T>(key: string): T | null {
    let text: string | null;
    try {
      text = localStorage.getItem(prefix + key);
    } catch {
      text = memory.get(key) ?? null;
    }
    return parse(text) as T | null;
  },
  write(key: string, value: unknown) {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(prefix + key, text);
    } catch {
      memory.set(key, text);
    }
    tell(key, value);
  },
  remove(key: string) {
    memory.delete(key);
    try {
      localStorage.removeItem(prefix + key);
    } catch {
      // Nothing was stored where storage is refused.
    }
    tell(key, null);
  },
  /** Of everything under our prefix. */
  keys(): string[] {
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
      return names.map((name) => name.slice(prefix.length));
    } catch {
      return [...memory.keys()];
    }
  },
  listen(key: string, listener: Listener): () => void {
    const set = listeners.get(key) ?? new Set();
    listeners.set(key, set.add(listener));
    return () => set.delete(listener);
  },
};

export function listenToOtherTabs() {
  addEventListener('storage', (event) => {
    if (event.key?.startsWith(prefix)) tell(event.key.slice(prefix.length), parse(event.newValue));
  });
}
