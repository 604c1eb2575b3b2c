import { stored } from '@/shared/lib/stored';

/** Confirmation by this kiosk that the server accepted. */
type Entry = {
  kind: 'redemption' | 'payment';
  id: string;
  /** By this device's clock, in milliseconds. */
  at: number;
};

/** Maximum entries of a report. */
const most = 2_000;

/** Retention of entries in milliseconds; restored backups are newer. */
const keeps = 60 * 24 * 60 * 60 * 1000;

function isEntry(value: unknown): value is Entry {
  const { kind, id, at } = (value ?? {}) as Record<string, unknown>;
  return (kind === 'redemption' || kind === 'payment') && typeof id === 'string' && typeof at === 'number';
}

const journal = stored<Entry[]>('terminal-journal', (value) =>
  Array.isArray(value) ? value.filter(isEntry) : [],
);

/**
 * Records a confirmation, so that it can be reported after the site is restored from an older backup.
 * Contains no customer data.
 */
export function noteConfirmed(kind: Entry['kind'], id: string, at = Date.now()) {
  const before = (journal.read() ?? []).filter((entry) => entry.at > at - keeps && entry.id !== id);
  journal.write([...before, { kind, id, at }].slice(-most));
}

/** Confirmations since a given time, as entries of a report. */
export const entriesSince = (since: number) =>
  (journal.read() ?? [])
    .filter(({ at }) => at >= since)
    .map(({ kind, id, at }) => ({ kind, id, at: new Date(at).toISOString() }));

export const forgetJournal = () => journal.remove();
