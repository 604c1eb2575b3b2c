import { createStore, del, get, set } from 'idb-keyval';
import type { WalletItem } from '@/shared/api/types';

/** Wallet as of the last response from the server. */
export type WalletCopy = {
  customerId: string;
  /** In milliseconds. */
  asOf: number;
  items: WalletItem[];
};

/** A copy as it is stored: codes are money, so only this browser can read them, with a key that scripts can use but not export. */
type SealedCopy = {
  customerId: string;
  key: CryptoKey;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
};

/** One copy per device; the next customer's replaces it. */
const name = 'wallet';

const cipher = 'AES-GCM';

let opened: ReturnType<typeof createStore> | undefined;

// Lazy, because some private modes refuse to open a database, and only users of the copy should fail.
function database() {
  opened ??= createStore('suds-wallet', 'copies');
  return opened;
}

async function seal(copy: WalletCopy): Promise<SealedCopy> {
  const key = await crypto.subtle.generateKey({ name: cipher, length: 256 }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(copy));
  const sealed = await crypto.subtle.encrypt({ name: cipher, iv }, key, text);
  return { customerId: copy.customerId, key, iv, sealed };
}

async function open({ key, iv, sealed }: SealedCopy): Promise<WalletCopy> {
  const text = await crypto.subtle.decrypt({ name: cipher, iv }, key, sealed);
  return JSON.parse(new TextDecoder().decode(text));
}

/** Stores a wallet for offline use. Without storage, it is available online only. */
export async function keepCopy(customerId: string, items: WalletItem[]): Promise<void> {
  try {
    await set(name, await seal({ customerId, asOf: Date.now(), items }), database());
  } catch {
    // The server has it.
  }
}

/** This customer's copy of the wallet. Null if it is missing or belongs to someone else. */
export async function readCopy(customerId: string): Promise<WalletCopy | null> {
  try {
    const copy = await get<SealedCopy>(name, database());
    if (copy && !copy.sealed) {
      // Earlier builds stored codes in clear.
      await forgetCopy();
      return null;
    }
    return copy?.customerId === customerId ? await open(copy) : null;
  } catch {
    return null;
  }
}

export async function forgetCopy(): Promise<void> {
  try {
    await del(name, database());
  } catch {
    // A copy that can't be opened counts as empty.
  }
}
