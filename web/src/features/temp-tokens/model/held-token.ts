import type { TempToken } from '@/shared/api/types';

/** Issued token. */
export type HeldToken = {
  id: string;
  code: string;
  /** Lifetime in milliseconds, starting at `asked`. */
  goodFor: number;
  /** Time of the request by the device's clock. */
  asked: number;
};

/**
 * Token requested at `asked`. Its lifetime comes from the server's clock, because the device's clock may be
 * wrong and only measures elapsed time. Response time counts as elapsed.
 */
export function held({ id, tempId, expiresAt, serverTime }: TempToken, asked: number): HeldToken {
  return { id, code: tempId, goodFor: Date.parse(expiresAt) - Date.parse(serverTime), asked };
}

/** Remaining lifetime in milliseconds. */
export function left({ asked, goodFor }: HeldToken): number {
  return Math.min(goodFor, Math.max(0, asked + goodFor - Date.now()));
}

/** Milliseconds since it expired. */
export function overFor({ asked, goodFor }: HeldToken): number {
  return Math.max(0, Date.now() - asked - goodFor);
}
