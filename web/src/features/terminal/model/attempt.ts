import type { ResolvedCode } from '@/shared/api/types';
import { tabStorage } from '@/shared/lib/storage';
import type { Reservation } from '../api/redemptions';
import { serverNow } from './clock';

/** A code that is to be reserved, and what it is. */
export type Attempt = { body: Reservation; item: ResolvedCode };

const name = 'suds:attempt';

/** Milliseconds for which a reservation holds whose answer was lost. */
const holds = 120_000;

/** Characters that the server takes of what a kiosk runs. */
const longestItem = 100;

/**
 * One whose answer may have been lost is repeated with the same transaction, also after a reload: to another one the code
 * would be in use.
 */
export const attempt = {
  of(code: string, item: ResolvedCode): Attempt {
    const scannedAt = new Date(serverNow()).toISOString();
    const kioskItem = (item.kioskItem ?? item.name).slice(0, longestItem);
    return { item, body: { code, scannedAt, kioskItem, terminalTxnId: crypto.randomUUID() } };
  },
  keep: (made: Attempt) => tabStorage.write(name, JSON.stringify(made)),
  forget: () => tabStorage.remove(name),
  /** The one of a code that had no answer. */
  open(code: string): Attempt | null {
    try {
      const made = JSON.parse(tabStorage.read(name) ?? 'null') as Attempt | null;
      const fresh = made && serverNow() - Date.parse(made.body.scannedAt) < holds;
      return fresh && made.body.code === code ? made : null;
    } catch {
      return null;
    }
  },
};
