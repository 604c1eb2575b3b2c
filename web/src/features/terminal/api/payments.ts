import { unwrap } from '@/shared/api/client';
import type { PaymentAnswer } from '@/shared/api/types';
import type { Ending } from '../model/endings';
import { terminal } from './client';

/** Request to charge a token. Retries send the same request. */
export type Charge = {
  tempId: string;
  /** Minor units, including taxes. */
  amount: number;
  taxes: number;
  lines: { name: string; price: number; taxes: number }[];
  scannedAt: string;
  terminalTxnId: string;
};

export function pay(body: Charge): Promise<PaymentAnswer> {
  return unwrap(terminal.POST('/api/v1/terminal/payments', { body }));
}

export function end(paymentId: string, ending: Ending, terminalTxnId: string): Promise<PaymentAnswer> {
  const options = { params: { path: { paymentId } }, body: { terminalTxnId } };
  return unwrap(
    ending === 'confirm'
      ? terminal.POST('/api/v1/terminal/payments/{paymentId}/confirm', options)
      : terminal.POST('/api/v1/terminal/payments/{paymentId}/void', options),
  );
}
