import { boot } from '../site/boot';
import { currentCustomer } from './session';

/** Customer ID is part of every key, so cached data never leaks to another account. */
const own = <const T extends readonly unknown[]>(...rest: T) =>
  [boot().subdomain, 'customer', currentCustomer(), ...rest] as const;

/** Every key starts with the site, so no cache entry outlives a change of site. */
export const keys = {
  locations: () => [boot().subdomain, 'locations'] as const,
  merchant: () => [boot().subdomain, 'merchant'] as const,
  states: () => [boot().subdomain, 'states'] as const,
  /** Products of a type at a location; without arguments, all product lists. */
  products: (...of: [kind: string, locationId: number] | []) =>
    [boot().subdomain, 'products', ...of] as const,
  account: () => own('account'),
  confirmed: () => own('confirmed'),
  secondFactors: () => own('second-factors'),
  sessions: () => own('sessions'),
  vehicle: () => own('vehicle'),
  payment: () => own('payment'),
  wallet: () => own('wallet'),
  points: () => own('points'),
  invitation: () => own('invitation'),
  /** Deals of a location; without arguments, all of them. */
  deals: (...locationId: number[]) => own('deals', ...locationId),
  purchases: () => own('purchases'),
  /** Quote of products at a location; without arguments, all quotes. */
  quote: (...asked: [products: string, locationId: number] | []) => own('quote', ...asked),
  order: (transRecordId: string) => own('order', transRecordId),
  unread: () => own('unread'),
  inbox: () => own('inbox'),
  pushSettings: () => own('push-settings'),
  waitingGifts: () => own('waiting-gifts'),
  recipients: () => own('recipients'),
  shippingAddress: () => own('shipping-address'),
  washClub: () => own('wash-club'),
  /** All data of the current customer. */
  customer: () => own(),
  /** Data of all customers; dropped when another one logs in. */
  customers: () => [boot().subdomain, 'customer'] as const,
};
