import { createStore, del, get, set } from 'idb-keyval';
import type { WalletItem } from '@/shared/api/types';

/** What lay in a wallet when the server was asked last. */
export type WalletCopy = {
  customerId: string;
  /** In milliseconds. */
  asOf: number;
  items: WalletItem[];
};

/** One copy a device: the next customer's takes the place of the last. */
const name = 'wallet';

let opened: ReturnType<typeof createStore> | undefined;

// Not at the start: some private modes refuse to open one, and only who asks for it is to hear of that.
function database() {
  opened ??= createStore('suds-wallet', 'copies');
  return opened;
}

/** Keeps a wallet for where there is no network. A device that keeps nothing shows it only with one. */
export async function keepCopy(customerId: string, items: WalletItem[]): Promise<void> {
  try {
    await set(name, { customerId, asOf: Date.now(), items } satisfies WalletCopy, database());
  } catch {
    // The server has it.
  }
}

/** The copy of this customer's wallet; null: there is none, or it is somebody else's. */
export async function readCopy(customerId: string): Promise<WalletCopy | null> {
  try {
    const copy = await get<WalletCopy>(name, database());
    return copy?.customerId === customerId ? copy : null;
  } catch {
    return null;
  }
}

export async function forgetCopy(): Promise<void> {
  try {
    await del(name, database());
  } catch {
    // What cannot be opened holds nothing.
  }
}
