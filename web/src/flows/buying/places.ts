import { createContext, use } from 'react';

/** Paths used while buying. Each surface has its own pages. */
export type Places = {
  checkout: string;
  wallet: string;
  /** Path to the code of a wallet item. */
  code: (itemId: string) => string;
  purchases: string;
  /** Path to the push settings. */
  options: string;
  /** Login path that returns to a place. */
  logIn: (from: string) => string;
};

export const BuyingPlaces = createContext<Places | null>(null);

export function usePlaces(): Places {
  const places = use(BuyingPlaces);
  if (!places) throw new Error('buying needs to know where it leads');
  return places;
}
