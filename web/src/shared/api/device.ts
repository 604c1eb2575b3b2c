import { store } from '../lib/store';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export function randomString(length = 7): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Twenty characters that name this browser to the server; made once. */
export function deviceId(): string {
  const known = store.read<string>('device');
  if (known?.length === 20) return known;
  const fresh = randomString(20);
  store.write('device', fresh);
  return fresh;
}
