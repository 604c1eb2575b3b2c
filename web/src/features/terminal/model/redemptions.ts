import { underLock } from '@/shared/lib/lock';
import { stored, useStored } from '@/shared/lib/stored';
import { type Ending, end } from '../api/redemptions';
import { isFinal, refusalOf } from './refusal';

/** A code that this terminal has reserved. */
export type Redemption = {
  /** The same through all that is sent of it, and another for its ending. */
  redemptionId: string;
  terminalId: string;
  code: string;
  name: string;
  /** Minor units that it takes off a price, where it does. */
  discount?: number;
  /** By the server's clock. */
  reservedUntil: string;
};

/** A redemption whose ending is decided, until the server knows. */
export type Ended = Redemption & {
  ending: Ending;
  /** Of the ending; the same at each repeat. */
  terminalTxnId: string;
  /** When it ended, by this device's clock, in milliseconds. */
  at: number;
  /** What the server said where it did not take it. It stays until somebody has read it. */
  refused?: string;
};

type Kept = {
  /** The car is in the wash. */
  washing: Redemption | null;
  ended: Ended[];
};

const words = ['redemptionId', 'terminalId', 'code', 'name', 'reservedUntil'] as const;

function isRedemption(value: unknown): value is Redemption {
  const fields = (value ?? {}) as Record<string, unknown>;
  return words.every((word) => typeof fields[word] === 'string');
}

function isEnded(value: unknown): value is Ended {
  if (!isRedemption(value)) return false;
  const { ending, terminalTxnId, at } = value as Partial<Ended>;
  const known = ending === 'confirm' || ending === 'cancel';
  return known && typeof terminalTxnId === 'string' && typeof at === 'number';
}

function check(value: unknown): Kept | null {
  const { washing, ended } = (value ?? {}) as Record<string, unknown>;
  return {
    washing: isRedemption(washing) ? washing : null,
    ended: Array.isArray(ended) ? ended.filter(isEnded) : [],
  };
}

/** Kept on the device: a browser that is closed or crashes forgets no wash. */
const redemptions = stored('redemptions', check);
const nothing: Kept = { washing: null, ended: [] };
const read = () => redemptions.read() ?? nothing;

export const washing = () => read().washing;

export function startWashing(redemption: Redemption) {
  redemptions.write({ ...read(), washing: redemption });
}

function replaceEnded(change: (ended: Ended[]) => Ended[]) {
  const kept = read();
  redemptions.write({ ...kept, ended: change(kept.ended) });
}

const without = (id: string) => replaceEnded((ended) => ended.filter((one) => one.redemptionId !== id));

export const forgetRefused = () => replaceEnded((ended) => ended.filter(({ refused }) => !refused));

export const forgetAll = () => redemptions.remove();

/** Of a terminal that this browser is no longer, nothing can be told to anybody. */
export function keepOnlyOf(terminalId: string) {
  const { washing, ended } = read();
  redemptions.write({
    washing: washing?.terminalId === terminalId ? washing : null,
    ended: ended.filter((one) => one.terminalId === terminalId),
  });
}

/** Decides how the wash under way has ended; from then on it is known here, whatever the network does. */
export function decide(redemption: Redemption, ending: Ending): Ended {
  const ended = { ...redemption, ending, terminalTxnId: crypto.randomUUID(), at: Date.now() };
  redemptions.write({ washing: null, ended: [...read().ended, ended] });
  return ended;
}

/** What became of an ending: the server knows it, it will be told, or it does not want it. */
export type Told = 'told' | 'kept' | { refused: unknown };

/** Tells the server. What it did not answer stays and is sent again; what it refused stays to be read, where `unread`. */
async function tell({ redemptionId, ending, terminalTxnId }: Ended, unread: boolean): Promise<Told> {
  try {
    await end(redemptionId, ending, terminalTxnId);
  } catch (error) {
    if (!isFinal(error)) return 'kept';
    // Nobody misses a code that could not be given back: its time was over before.
    if (!unread || ending === 'cancel') without(redemptionId);
    else {
      const refused = refusalOf(error).text;
      replaceEnded((all) =>
        all.map((one) => (one.redemptionId === redemptionId ? { ...one, refused } : one)),
      );
    }
    return { refused: error };
  }
  without(redemptionId);
  return 'told';
}

const inTurn = <T>(work: () => Promise<T>) => underLock('redemptions', work);

/** Tells the server of an ending while somebody waits to see what it says. */
export const tellNow = (ended: Ended) => inTurn(() => tell(ended, false));

async function tellAll() {
  for (const ended of read().ended) if (!ended.refused && (await tell(ended, true)) === 'kept') return;
}

let telling: Promise<void> | undefined;

/** Tells the server what it does not know yet, in the order in which it happened, as far as it answers. */
export function tellKept(): Promise<void> {
  telling ??= inTurn(tellAll).finally(() => {
    telling = undefined;
  });
  return telling;
}

/** The endings that the server does not know yet, and those that it did not take. */
export function useUntold() {
  const { ended } = useStored(redemptions) ?? nothing;
  return {
    waiting: ended.filter(({ refused }) => !refused),
    refused: ended.filter(({ refused }) => refused),
  };
}
