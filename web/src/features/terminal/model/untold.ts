import { charges } from './charge';
import { forgetJournal } from './journal';
import { payments } from './payments';
import { redemptions } from './redemptions';

const all = [redemptions, payments];

/** Sends unacknowledged outcomes to the server. */
export async function tellKept(): Promise<void> {
  await Promise.all(all.map((kind) => kind.tellKept()));
}

export function forgetRefused() {
  for (const kind of all) kind.forgetRefused();
}

export function forgetAll() {
  for (const kind of all) kind.forgetAll();
  charges.forget();
  forgetJournal();
}

/** Outcomes of a previous terminal can't be reported anymore. */
export function keepOnlyOf(terminalId: string) {
  for (const kind of all) kind.keepOnlyOf(terminalId);
}

/** Outcomes the server hasn't acknowledged, and those it rejected. */
export function useUntold() {
  const washes = redemptions.useUntold();
  const paid = payments.useUntold();
  return { washes, payments: paid, waiting: washes.waiting.length + paid.waiting.length };
}
