import { end } from '../api/redemptions';
import { endings, hasTexts } from './endings';
import { noteConfirmed } from './journal';

/** Code reserved by this terminal. */
export type Redemption = {
  redemptionId: string;
  terminalId: string;
  code: string;
  name: string;
  /** Discount in minor units, if any. */
  discount?: number;
  /** By the server's clock. */
  reservedUntil: string;
};

const isRedemption = (value: unknown): value is Redemption =>
  hasTexts(value, ['redemptionId', 'terminalId', 'code', 'name', 'reservedUntil']);

/** Current redemption, and earlier ones. */
export const redemptions = endings(
  'redemptions',
  isRedemption,
  ({ redemptionId }, ending, terminalTxnId) => end(redemptionId, ending, terminalTxnId),
  ({ redemptionId }) => noteConfirmed('redemption', redemptionId),
);
