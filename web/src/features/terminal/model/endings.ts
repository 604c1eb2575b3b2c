import { underLock } from '@/shared/lib/lock';
import { stored, useStored } from '@/shared/lib/stored';
import { isFinal, refusalOf } from './refusal';

/** Outcome of a redemption or payment: delivered or not. */
export type Ending = 'confirm' | 'cancel';

/** Code reserved or payment approved by this terminal. */
type UnderWay = {
  terminalId: string;
  code: string;
  name: string;
};

/** Outcome not yet acknowledged by the server. */
export type Ended<One> = One & {
  ending: Ending;
  /** Transaction of the outcome, the same for each retry. */
  terminalTxnId: string;
  /** End time by this device's clock, in milliseconds. */
  at: number;
  /** Error from the server. Kept until someone has read it. */
  refused?: string;
};

type Kept<One> = {
  underWay: One | null;
  ended: Ended<One>[];
};

/** State of an outcome: acknowledged by the server, queued, or rejected. */
export type Told = 'told' | 'kept' | { refused: unknown };

/** Whether `value` has all of these fields as strings. */
export function hasTexts(value: unknown, names: readonly string[]): boolean {
  const fields = (value ?? {}) as Record<string, unknown>;
  return names.every((name) => typeof fields[name] === 'string');
}

/**
 * Consecutive redemptions or payments of this terminal with their outcomes. Stored on the device, so that
 * none is lost in a crash; unacknowledged outcomes are sent again.
 */
export function endings<One extends UnderWay>(
  key: string,
  isOne: (value: unknown) => value is One,
  send: (one: One, ending: Ending, terminalTxnId: string) => Promise<unknown>,
  confirmed: (one: One) => void,
) {
  function isEnded(value: unknown): value is Ended<One> {
    if (!isOne(value)) return false;
    const { ending, terminalTxnId, at } = value as Record<string, unknown>;
    const known = ending === 'confirm' || ending === 'cancel';
    return known && typeof terminalTxnId === 'string' && typeof at === 'number';
  }
  const nothing: Kept<One> = { underWay: null, ended: [] };
  const kept = stored<Kept<One>>(key, (value) => {
    const { underWay, ended } = (value ?? {}) as Record<string, unknown>;
    return {
      underWay: isOne(underWay) ? underWay : null,
      ended: Array.isArray(ended) ? ended.filter(isEnded) : [],
    };
  });
  const read = () => kept.read() ?? nothing;
  function replace(change: (ended: Ended<One>[]) => Ended<One>[]) {
    const before = read();
    kept.write({ ...before, ended: change(before.ended) });
  }
  const without = (txn: string) => replace((all) => all.filter((one) => one.terminalTxnId !== txn));

  /**
   * Sends an outcome to the server. Without a response, it is sent again; if rejected, it is kept to be read,
   * with `unread`.
   */
  async function tell(one: Ended<One>, unread: boolean): Promise<Told> {
    const { ending, terminalTxnId } = one;
    try {
      await send(one, ending, terminalTxnId);
    } catch (error) {
      if (!isFinal(error)) return 'kept';
      // A failed cancellation is harmless: the reservation has already expired.
      if (!unread || ending === 'cancel') without(terminalTxnId);
      else {
        const refused = refusalOf(error).text;
        replace((all) =>
          all.map((each) => (each.terminalTxnId === terminalTxnId ? { ...each, refused } : each)),
        );
      }
      return { refused: error };
    }
    without(terminalTxnId);
    if (ending === 'confirm') confirmed(one);
    return 'told';
  }
  async function tellAll() {
    for (const one of read().ended) if (!one.refused && (await tell(one, true)) === 'kept') return;
  }
  const inTurn = <T>(work: () => Promise<T>) => underLock(key, work);
  let telling: Promise<void> | undefined;

  return {
    underWay: () => read().underWay,
    begin: (one: One) => kept.write({ ...read(), underWay: one }),
    /** Records the outcome locally, so that network problems can't change it. */
    decide(one: One, ending: Ending): Ended<One> {
      const ended = { ...one, ending, terminalTxnId: crypto.randomUUID(), at: Date.now() };
      kept.write({ underWay: null, ended: [...read().ended, ended] });
      return ended;
    },
    /** Sends an outcome to the server while someone waits for the response. */
    tellNow: (ended: Ended<One>) => inTurn(() => tell(ended, false)),
    /** Sends unacknowledged outcomes in order, as long as the server responds. */
    tellKept(): Promise<void> {
      telling ??= inTurn(tellAll).finally(() => {
        telling = undefined;
      });
      return telling;
    },
    forgetRefused: () => replace((all) => all.filter(({ refused }) => !refused)),
    forgetAll: () => kept.remove(),
    /** Outcomes of a previous terminal can't be reported anymore. */
    keepOnlyOf(terminalId: string) {
      const { underWay, ended } = read();
      kept.write({
        underWay: underWay?.terminalId === terminalId ? underWay : null,
        ended: ended.filter((one) => one.terminalId === terminalId),
      });
    },
    /** Unacknowledged and rejected outcomes. */
    useUntold() {
      const { ended } = useStored(kept) ?? nothing;
      return {
        waiting: ended.filter(({ refused }) => !refused),
        refused: ended.filter(({ refused }) => refused),
      };
    },
  };
}
