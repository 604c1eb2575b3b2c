import { site } from '../site/boot';

/** Whether shoppers see prices including tax. */
export const hasTaxInPrices = () => site().pricesIncludeTax;

/** Price as shown to shoppers, with or without tax. All values are in minor units. */
export function shownPrice(price: number, taxes: number): number {
  return hasTaxInPrices() ? price + taxes : price;
}
