import { boot } from '../site/boot';

/** Every key starts with the site, so that no cache entry can outlive a change of site. */
export const keys = {
  locations: () => [boot().subdomain, 'locations'] as const,
  merchant: () => [boot().subdomain, 'merchant'] as const,
  states: () => [boot().subdomain, 'states'] as const,
  products: (kind: string, locationId: number) => [boot().subdomain, 'products', kind, locationId] as const,
  account: () => [boot().subdomain, 'customer', 'account'] as const,
  confirmed: () => [boot().subdomain, 'customer', 'confirmed'] as const,
  vehicle: () => [boot().subdomain, 'customer', 'vehicle'] as const,
  payment: () => [boot().subdomain, 'customer', 'payment'] as const,
  wallet: () => [boot().subdomain, 'customer', 'wallet'] as const,
  purchases: () => [boot().subdomain, 'customer', 'purchases'] as const,
  quote: (products: string, locationId: number) =>
    [boot().subdomain, 'customer', 'quote', products, locationId] as const,
  order: (transRecordId: string) => [boot().subdomain, 'customer', 'order', transRecordId] as const,
  unread: () => [boot().subdomain, 'customer', 'unread'] as const,
  waitingGifts: () => [boot().subdomain, 'customer', 'waiting-gifts'] as const,
  recipients: () => [boot().subdomain, 'customer', 'recipients'] as const,
  shippingAddress: () => [boot().subdomain, 'customer', 'shipping-address'] as const,
  washClub: () => [boot().subdomain, 'customer', 'wash-club'] as const,
  /** All that belongs to one customer; dropped at log-out. */
  customer: () => [boot().subdomain, 'customer'] as const,
};
