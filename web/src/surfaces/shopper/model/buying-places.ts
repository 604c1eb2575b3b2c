import type { Places } from '@/flows/buying/places';
import { addressOf } from '../table';
import { onTheWay } from './destination';

/** Paths used while buying, in the shop and the app. */
export const buyingPlaces: Places = {
  checkout: addressOf('checkout'),
  wallet: addressOf('wallet'),
  code: (itemId) => addressOf('walletCode', { itemId }),
  purchases: addressOf('purchaseHistory'),
  options: addressOf('account'),
  logIn: (from) => onTheWay(addressOf('logIn'), from),
};
