import type { ResolvedCode } from '@/shared/api/types';
import { tabStorage } from '@/shared/lib/storage';
import type { Reservation } from '../api/redemptions';
import { serverNow } from './clock';

/** Code to reserve, with its item. */
export type Attempt = { body: Reservation; item: ResolvedCode };

const name = 'suds:attempt';

/** Milliseconds for which a reservation with a lost response is held. */
const holds = 120_000;

/** Maximum length of the program name, in characters. */
const longestItem = 100;

/**
 * Reservation attempt. After a lost response, also across reloads, it is repeated with the same transaction;
 * with another one, the code would be in use.
 */
export const attempt = {
  of(code: string, item: ResolvedCode): Attempt {
    const scannedAt = new Date(serverNow()).toISOString();
    const kioskItem = (item.kioskItem ?? item.name).slice(0, longestItem);
    return { item, body: { code, scannedAt, kioskItem, terminalTxnId: crypto.randomUUID() } };
  },
  keep: (made: Attempt) => tabStorage.write(name, JSON.stringify(made)),
  forget: () => tabStorage.remove(name),
  /** Open attempt of a code. */
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
