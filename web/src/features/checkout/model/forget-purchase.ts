import { currentCustomer } from '@/shared/api/session';
import { cart } from './cart';
import { openOrder } from './open-order';

/** Forgets what a customer who leaves was about to buy. */
export function forgetPurchase(customer = currentCustomer()) {
  openOrder.forget(customer);
  cart.empty();
}

/** Empties a cart that another customer's open order holds. The order itself stays for that customer. */
export function dropOthersCart() {
  if (openOrder.releaseCart()) cart.empty();
}
