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
 * Token requested at `asked`. Its lifetime comes from the server's clock, because the device's clock may be
 * wrong and only measures elapsed time. Response time counts as elapsed.
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
