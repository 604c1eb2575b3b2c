import { end } from '../api/payments';
import { endings, hasTexts } from './endings';
import { noteConfirmed } from './journal';

/** A charge that this terminal has had approved, or of which nobody knows yet. */
export type Payment = {
  paymentId: string;
  terminalId: string;
  /** The token that was charged. */
  code: string;
  /** What is told of it: the amount, in words. */
  name: string;
  /** By the server's clock; what is not confirmed before that is given back. */
  confirmBy: string;
};

const isPayment = (value: unknown): value is Payment =>
  hasTexts(value, ['paymentId', 'terminalId', 'code', 'name', 'confirmBy']);

/** What is being handed over for a payment, and those before. */
export const payments = endings(
  'payments',
  isPayment,
  ({ paymentId }, ending, terminalTxnId) => end(paymentId, ending, terminalTxnId),
  ({ paymentId }) => noteConfirmed('payment', paymentId),
);
