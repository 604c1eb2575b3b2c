import { cart } from './cart';
import { pendingOrder } from './pending-order';

/** Nothing that one customer was about to buy is left for the next. */
export function forgetPurchase() {
  cart.empty();
  pendingOrder.clear();
}
