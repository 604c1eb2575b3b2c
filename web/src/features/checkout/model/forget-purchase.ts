import { cart } from './cart';
import { openOrder } from './open-order';

/** Nothing that one customer was about to buy is left for the next. */
export function forgetPurchase() {
  openOrder.clear();
  cart.empty();
}
