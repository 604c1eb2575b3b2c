import type { OrderItem, Product } from '@/shared/api/types';

/** What somebody is about to pay for. */
export type Order = {
  items: OrderItem[];
  /** What the units are, for the words afterwards. */
  products: Pick<Product, 'productType'>[];
  fromCart?: boolean;
  acceptedTerms?: boolean;
};
