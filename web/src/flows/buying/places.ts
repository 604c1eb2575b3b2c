import { createContext, use } from 'react';

/** Where buying leads on a surface: each has its own pages for it. */
export type Places = {
  checkout: string;
  wallet: string;
  /** Where the code of an item of the wallet is shown. */
  code: (itemId: string) => string;
  purchases: string;
  /** Where one chooses what to be told of. */
  options: string;
  /** Where one logs in on the way to a place. */
  logIn: (from: string) => string;
};

export const BuyingPlaces = createContext<Places | null>(null);

export function usePlaces(): Places {
  const places = use(BuyingPlaces);
  if (!places) throw new Error('buying needs to know where it leads');
  return places;
}
