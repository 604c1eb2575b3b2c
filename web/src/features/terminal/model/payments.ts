import { end } from '../api/payments';
import { endings, hasTexts } from './endings';
import { noteConfirmed } from './journal';

/** Charge that was approved, or whose outcome is still unknown. */
export type Payment = {
  paymentId: string;
  terminalId: string;
  /** Charged token. */
  code: string;
  /** Amount as text, for messages. */
  name: string;
  /** Deadline by the server's clock; unconfirmed charges are then voided. */
  confirmBy: string;
};

const isPayment = (value: unknown): value is Payment =>
  hasTexts(value, ['paymentId', 'terminalId', 'code', 'name', 'confirmBy']);

/** Payments being delivered, and earlier ones. */
export const payments = endings(
  'payments',
  isPayment,
  ({ paymentId }, ending, terminalTxnId) => end(paymentId, ending, terminalTxnId),
  ({ paymentId }) => noteConfirmed('payment', paymentId),
);
