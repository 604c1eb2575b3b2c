import { i18n } from '@lingui/core';
import { cart } from '@/features/checkout/model/cart';
import { type CartLine, clubInTheWay, mostOf } from '@/features/checkout/model/cart-lines';
import { openOrder } from '@/features/checkout/model/open-order';
import type { Product } from '@/shared/api/types';
import { isMobileMode } from '@/shared/site/mode-state';
import { dialogs } from '@/shared/ui/dialogs';
import { toast } from '@/shared/ui/toasts';
import { askGift } from './ask-gift';
import type { Places } from './places';

/** The app always shows its cart; the web shop links to it. */
function say(text: string, { checkout }: Places) {
  toast(text, isMobileMode() ? undefined : { label: i18n._('Checkout'), to: checkout });
}

/** While a payment is being checked, the cart is locked. */
async function isLocked(): Promise<boolean> {
  if (!openOrder.locksCart()) return false;
  await dialogs.warning({
    title: i18n._("We're checking your payment"),
    text: i18n._("You can't change your cart until your payment is complete."),
  });
  return true;
}

export async function addToCart(product: Product, places: Places) {
  if (await isLocked()) return;
  const { name } = product;
  const most = mostOf(cart.lines(), product);
  if (most !== null)
    return say(i18n._('You can buy up to {most} of {name} at once.', { most, name }), places);
  const other = clubInTheWay(cart.lines(), product);
  if (other) {
    const replace = await dialogs.confirm({
      title: i18n._('Replace club in cart?'),
      text: i18n._('{other} is in your cart. Replace it with {name}?', {
        other: other.product.name,
        name,
      }),
    });
    if (!replace) return;
  }
  cart.add(product);
  say(i18n._('{name} added to cart', { name }), places);
}

export async function addGiftToCart(product: Product, places: Places) {
  if (await isLocked()) return;
  const { name } = product;
  const gift = await askGift(name, i18n._('Add to cart'));
  if (!gift) return;
  cart.addGift(product, gift);
  say(i18n._('{name} added to cart as a gift', { name }), places);
}

export async function editGift({ id, product, gift }: CartLine) {
  const next = await askGift(product.name, i18n._('Save'), gift);
  if (next) cart.changeGift(id, next);
}
