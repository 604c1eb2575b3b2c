import { i18n } from '@lingui/core';
import { tabStorage } from '@/shared/lib/storage';
import type { Charge } from '../api/payments';
import { serverNow } from './clock';

/** Amount due, in minor units. */
export type Bill = { price: number; taxes: number; total: number };

/** Maximum number of digits in a price. */
const mostDigits = 7;

/**
 * Bill for a price in minor units at a tax rate in parts per million, rounded half up as in the shop.
 * `includesTax`: the price contains its tax.
 */
export function billOf(price: number, taxRate: number, includesTax = false): Bill {
  const whole = includesTax ? 1_000_000 + taxRate : 1_000_000;
  const taxes = Math.floor((2 * price * taxRate + whole) / (2 * whole));
  return includesTax ? { price: price - taxes, taxes, total: price } : { price, taxes, total: price + taxes };
}

/** Price entered on the keypad, in minor units; null if it can't be charged. */
export function priceOf(digits: string): number | null {
  const price = Number(digits);
  return price > 0 && String(price).length <= mostDigits ? price : null;
}

const name = 'suds:charge';

/** Milliseconds to wait for the result of a charge. Unconfirmed charges are voided by the server. */
const holds = 600_000;

/**
 * Charge attempt. After a lost response, also across reloads, it is sent again unchanged, because a new one
 * would charge twice.
 */
export const charges = {
  of(token: string, scannedAt: string, { price, taxes, total }: Bill): Charge {
    return {
      tempId: token,
      amount: total,
      taxes,
      lines: [{ name: i18n._('Car wash'), price, taxes }],
      scannedAt,
      terminalTxnId: crypto.randomUUID(),
    };
  },
  keep: (charge: Charge) => tabStorage.write(name, JSON.stringify(charge)),
  forget: () => tabStorage.remove(name),
  /** Charge without a final response. */
  open(): Charge | null {
    try {
      const charge = JSON.parse(tabStorage.read(name) ?? 'null') as Charge | null;
      return charge && serverNow() - Date.parse(charge.scannedAt) < holds ? charge : null;
    } catch {
      return null;
    }
  },
};
