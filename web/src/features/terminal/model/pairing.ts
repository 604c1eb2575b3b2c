import { flag, stored, useStored } from '@/shared/lib/stored';

/** Credentials that make this browser a terminal. */
type Pairing = {
  terminalId: string;
  terminalKey: string;
  /** Time the key was received, by this device's clock. */
  keptAt: number;
};

function check(value: unknown): Pairing | null {
  const { terminalId, terminalKey, keptAt } = (value ?? {}) as Record<string, unknown>;
  if (typeof terminalId !== 'string' || typeof terminalKey !== 'string') return null;
  return { terminalId, terminalKey, keptAt: typeof keptAt === 'number' ? keptAt : 0 };
}

export const pairing = stored('terminal', check);

/** Whether the server rejected this terminal's key in the last request. */
const lockedOut = stored('terminal-locked-out', flag);

export function keepKey({ terminalId, terminalKey }: Omit<Pairing, 'keptAt'>) {
  pairing.write({ terminalId, terminalKey, keptAt: Date.now() });
  lockedOut.remove();
}

export function usePairing(): Pairing | null {
  return useStored(pairing);
}

/** The server doesn't know this key. Ignored if the key was replaced in the meantime. */
export function forgetKey(refused: string) {
  if (pairing.read()?.terminalKey !== refused) return;
  pairing.remove();
  lockedOut.write(true);
}

export function useLockedOut(): boolean {
  return useStored(lockedOut) ?? false;
}
