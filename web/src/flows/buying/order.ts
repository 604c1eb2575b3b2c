import type { Cart } from '@/features/checkout/model/cart';
import type { OrderItem, Product } from '@/shared/api/types';

/** What somebody is about to pay for. */
export type Order = {
  items: OrderItem[];
  /** What the items are, in the same order. */
  products: Pick<Product, 'name' | 'productType'>[];
  /** The cart that is paid for, as it was looked at. */
  from?: Cart;
  acceptedTerms?: boolean;
};
