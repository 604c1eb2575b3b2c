import { currentCustomer } from '@/shared/api/session';
import { cart } from './cart';
import { openOrder } from './open-order';

/** Discards the purchase of a customer who logs out. */
export function forgetPurchase(customer = currentCustomer()) {
  openOrder.forget(customer);
  cart.empty();
}

/** Empties a cart locked by another customer's open order. The order itself is kept for that customer. */
export function dropOthersCart() {
  if (openOrder.releaseCart()) cart.empty();
}
