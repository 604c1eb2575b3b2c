import { deviceStorage } from './storage';

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
 * JSON values on this device. Listeners receive changes of this tab and, through the `storage` event, of
 * others.
 */
export const store = {
  /** Unvalidated: another build or a person may have written it. `stored` checks it. */
  read: (key: string): unknown => parse(deviceStorage.read(prefix + key)),
  write(key: string, value: unknown) {
    deviceStorage.write(prefix + key, JSON.stringify(value));
    tell(key, value);
  },
  remove(key: string) {
    deviceStorage.remove(prefix + key);
    tell(key, null);
  },
  /** All keys with our prefix. */
  keys(): string[] {
    const names = deviceStorage.names().filter((name) => name.startsWith(prefix));
    return names.map((name) => name.slice(prefix.length));
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
