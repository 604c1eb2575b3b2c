import type { Cart } from '@/features/checkout/model/cart';
import type { CartProduct } from '@/features/checkout/model/cart-lines';
import type { OrderItem, Product } from '@/shared/api/types';

/** Order to pay for. */
export type Order = {
  items: OrderItem[];
  /** Products in the same order. */
  products: Pick<Product, 'name' | 'productType'>[];
  /** Club among them, for its renewal terms. */
  club?: CartProduct | undefined;
  /** Cart to pay for, as the customer saw it. */
  from?: Cart;
  acceptedTerms?: boolean;
  /** Wallet discounts kept for another purchase. */
  kept?: number[];
};
