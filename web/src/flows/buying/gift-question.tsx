import { cart } from '@/features/checkout/model/cart';
import { GiftDialog } from '@/features/gifts/components/gift-dialog';
import type { Gift, Recipient } from '@/shared/api/types';
import type { Render } from '@/shared/ui/dialog-stack';

/** Recipients of the gifts in the cart, for suggestions. */
function recipientsInCart(): Recipient[] {
  return cart
    .lines()
    .flatMap(({ gift }) => (gift ? [{ email: gift.giftedEmail, name: gift.giftedTo }] : []))
    .reverse();
}

/** Dialog for the recipient of a product. */
export function giftQuestion(product: string, action: string, gift?: Gift): Render<Gift | null> {
  const recent = recipientsInCart();
  return (settle) => (
    <GiftDialog product={product} action={action} gift={gift} recent={recent} settle={settle} />
  );
}
