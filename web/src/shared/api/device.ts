import { secondCopy } from '../lib/second-copy';
import { stored } from '../lib/stored';

const length = 20;
const device = stored('device', (value) => (isId(value) ? value : null));
const copy = secondCopy<unknown>('device');

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export function randomString(length = 7): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length === length;
}

function keep(id: string): string {
  device.write(id);
  void copy.keep(id);
  return id;
}

/** ID of this browser for the server: 20 characters, created once. */
export function deviceId(): string {
  return device.read() ?? keep(randomString(length));
}

/** Called before the first use of the ID: restores it from the copy if local storage was lost. */
export async function restoreDevice(): Promise<void> {
  const id = device.read() ?? (await copy.read());
  if (isId(id)) keep(id);
}
