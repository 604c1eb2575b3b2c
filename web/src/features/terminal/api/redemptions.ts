import { unwrap } from '@/shared/api/client';
import type { RedemptionAnswer, ResolvedCode } from '@/shared/api/types';
import type { Ending } from '../model/endings';
import { terminal } from './client';

/** Resolves a code; fails like a redemption would. */
export function resolve(code: string): Promise<ResolvedCode> {
  return unwrap(terminal.POST('/api/v1/terminal/codes/resolve', { body: { code } }));
}

/** Request to reserve a code. Retries send the same request. */
export type Reservation = { code: string; scannedAt: string; kioskItem: string; terminalTxnId: string };

export function reserve(body: Reservation): Promise<RedemptionAnswer> {
  return unwrap(terminal.POST('/api/v1/terminal/redemptions', { body }));
}

export function end(redemptionId: string, ending: Ending, terminalTxnId: string): Promise<RedemptionAnswer> {
  const options = { params: { path: { redemptionId } }, body: { terminalTxnId } };
  return unwrap(
    ending === 'confirm'
      ? terminal.POST('/api/v1/terminal/redemptions/{redemptionId}/confirm', options)
      : terminal.POST('/api/v1/terminal/redemptions/{redemptionId}/cancel', options),
  );
}
