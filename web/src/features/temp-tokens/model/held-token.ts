import type { TempToken } from '@/shared/api/types';

/** A token in hand. */
export type HeldToken = {
  id: string;
  code: string;
  /** Milliseconds for which it is good from `asked` on. */
  goodFor: number;
  /** When it was asked for, by the clock of the device. */
  asked: number;
};

/**
 * A token that was asked for at `asked`. For how long it is good is the server's to say, by the server's clock: that of the device may
 * be wrong, and only measures. What the answer took is lost.
 */
export function held({ id, tempId, expiresAt, serverTime }: TempToken, asked: number): HeldToken {
  return { id, code: tempId, goodFor: Date.parse(expiresAt) - Date.parse(serverTime), asked };
}

/** Milliseconds for which it is still good. */
export function left({ asked, goodFor }: HeldToken): number {
  return Math.min(goodFor, Math.max(0, asked + goodFor - Date.now()));
}

/** Milliseconds since its time was over. */
export function overFor({ asked, goodFor }: HeldToken): number {
  return Math.max(0, Date.now() - asked - goodFor);
}
