import { site } from '../site/boot';

/** Whether shoppers are shown prices with the tax in them. */
export const hasTaxInPrices = () => site().pricesIncludeTax;

/** A price as shoppers are shown it, with its tax or without. Both are in minor units, as is the answer. */
export function shownPrice(price: number, taxes: number): number {
  return hasTaxInPrices() ? price + taxes : price;
}
