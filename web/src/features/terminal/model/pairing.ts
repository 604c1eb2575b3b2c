import { flag, stored, useStored } from '@/shared/lib/stored';

/** What makes this browser a terminal of its site. */
type Pairing = {
  terminalId: string;
  terminalKey: string;
  /** When the key came, by this device's clock. */
  keptAt: number;
};

function check(value: unknown): Pairing | null {
  const { terminalId, terminalKey, keptAt } = (value ?? {}) as Record<string, unknown>;
  if (typeof terminalId !== 'string' || typeof terminalKey !== 'string') return null;
  return { terminalId, terminalKey, keptAt: typeof keptAt === 'number' ? keptAt : 0 };
}

export const pairing = stored('terminal', check);

/** Whether the server knew this terminal no more when it called last. */
const lockedOut = stored('terminal-locked-out', flag);

export function keepKey({ terminalId, terminalKey }: Omit<Pairing, 'keptAt'>) {
  pairing.write({ terminalId, terminalKey, keptAt: Date.now() });
  lockedOut.remove();
}

export function usePairing(): Pairing | null {
  return useStored(pairing);
}

/** The server knows no terminal by this key. One that has been replaced meanwhile says nothing of the one that is here. */
export function forgetKey(refused: string) {
  if (pairing.read()?.terminalKey !== refused) return;
  pairing.remove();
  lockedOut.write(true);
}

export function useLockedOut(): boolean {
  return useStored(lockedOut) ?? false;
}
