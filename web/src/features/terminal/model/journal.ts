import { stored } from '@/shared/lib/stored';

/** Something that this kiosk confirmed and the server took. */
type Entry = {
  kind: 'redemption' | 'payment';
  id: string;
  /** By this device's clock, in milliseconds. */
  at: number;
};

/** As many entries as one report takes. */
const most = 2_000;

/** For how long entries are kept, in milliseconds: a backup that is restored is younger. */
const keeps = 60 * 24 * 60 * 60 * 1000;

function isEntry(value: unknown): value is Entry {
  const { kind, id, at } = (value ?? {}) as Record<string, unknown>;
  return (kind === 'redemption' || kind === 'payment') && typeof id === 'string' && typeof at === 'number';
}

const journal = stored<Entry[]>('terminal-journal', (value) =>
  Array.isArray(value) ? value.filter(isEntry) : [],
);

/** Keeps what was confirmed, so that a site that is restored from an older backup can be told. No customer is named. */
export function noteConfirmed(kind: Entry['kind'], id: string, at = Date.now()) {
  const before = (journal.read() ?? []).filter((entry) => entry.at > at - keeps && entry.id !== id);
  journal.write([...before, { kind, id, at }].slice(-most));
}

/** What was confirmed since an instant, as a report says it. */
export const entriesSince = (since: number) =>
  (journal.read() ?? [])
    .filter(({ at }) => at >= since)
    .map(({ kind, id, at }) => ({ kind, id, at: new Date(at).toISOString() }));

export const forgetJournal = () => journal.remove();
