import { boot } from '../site/boot';
import { currentCustomer } from './session';

/** Customer ID is part of every key, so cached data never leaks to another account. */
const own = <const T extends readonly unknown[]>(...rest: T) =>
  [boot().subdomain, 'customer', currentCustomer(), ...rest] as const;

/** Every key starts with the site, so that no cache entry can outlive a change of site. */
export const keys = {
  locations: () => [boot().subdomain, 'locations'] as const,
  merchant: () => [boot().subdomain, 'merchant'] as const,
  states: () => [boot().subdomain, 'states'] as const,
  /** Those of a kind at a location; without them all lists of products. */
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
  /** Those of one location; without it all lists of them. */
  deals: (...locationId: number[]) => own('deals', ...locationId),
  purchases: () => own('purchases'),
  /** Of these products at a location; without them all quotes. */
  quote: (...asked: [products: string, locationId: number] | []) => own('quote', ...asked),
  order: (transRecordId: string) => own('order', transRecordId),
  unread: () => own('unread'),
  inbox: () => own('inbox'),
  pushSettings: () => own('push-settings'),
  waitingGifts: () => own('waiting-gifts'),
  recipients: () => own('recipients'),
  shippingAddress: () => own('shipping-address'),
  washClub: () => own('wash-club'),
  /** All that belongs to the customer. */
  customer: () => own(),
  /** All that belongs to any; dropped when another one comes. */
  customers: () => [boot().subdomain, 'customer'] as const,
};
