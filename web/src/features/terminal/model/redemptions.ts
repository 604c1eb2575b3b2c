import { end } from '../api/redemptions';
import { endings, hasTexts } from './endings';
import { noteConfirmed } from './journal';

/** A code that this terminal has reserved. */
export type Redemption = {
  redemptionId: string;
  terminalId: string;
  code: string;
  name: string;
  /** Minor units that it takes off a price, where it does. */
  discount?: number;
  /** By the server's clock. */
  reservedUntil: string;
};

const isRedemption = (value: unknown): value is Redemption =>
  hasTexts(value, ['redemptionId', 'terminalId', 'code', 'name', 'reservedUntil']);

/** The car in the wash, and those before. */
export const redemptions = endings(
  'redemptions',
  isRedemption,
  ({ redemptionId }, ending, terminalTxnId) => end(redemptionId, ending, terminalTxnId),
  ({ redemptionId }) => noteConfirmed('redemption', redemptionId),
);
