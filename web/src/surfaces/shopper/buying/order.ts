import type { OrderItem, Product } from '@/shared/api/types';

/** What somebody is about to pay for. */
export type Order = {
  items: OrderItem[];
  /** What the units are, in the same order, for the words about them. */
  products: (Pick<Product, 'productType'> & Partial<Pick<Product, 'name'>>)[];
  fromCart?: boolean;
  acceptedTerms?: boolean;
};
