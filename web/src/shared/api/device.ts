import { secondCopy } from '../lib/second-copy';
import { store } from '../lib/store';

const key = 'device';
const copy = secondCopy<string>(key);

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export function randomString(length = 7): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

const length = 20;

function known(): string | null {
  const id = store.read<string>(key);
  return id?.length === length ? id : null;
}

function keep(id: string): string {
  store.write(key, id);
  void copy.keep(id);
  return id;
}

/** Twenty characters that name this browser to the server; made once. */
export function deviceId(): string {
  return known() ?? keep(randomString(length));
}

/** Before the id is first asked for: where local storage was lost the copy still knows it. */
export async function restoreDevice(): Promise<void> {
  const id = known() ?? (await copy.read());
  if (id?.length === length) keep(id);
}
