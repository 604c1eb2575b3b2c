import { cart } from '@/features/checkout/model/cart';
import type { Gift, Recipient } from '@/shared/api/types';
import { openDialog } from '@/shared/ui/open-dialog';

/** Whom the cart has gifts for: asked for once, offered from then on. */
function recipientsInCart(): Recipient[] {
  return cart
    .lines()
    .flatMap(({ gift }) => (gift ? [{ email: gift.giftedEmail, name: gift.giftedTo }] : []))
    .reverse();
}

/** For whom a product is; null when the customer thought better of it. */
export function askGift(product: string, action: string, gift?: Gift): Promise<Gift | null> {
  const recent = recipientsInCart();
  return openDialog<Gift>(async () => {
    const { GiftDialog } = await import('@/features/gifts/components/gift-dialog');
    return (settle) => (
      <GiftDialog product={product} action={action} gift={gift} recent={recent} settle={settle} />
    );
  });
}

/** The number of the gift card to be reloaded, digits only. */
export function askCardNumber(
  product: string,
  cardNumber: string,
  complaint?: string,
): Promise<string | null> {
  return openDialog<string>(async () => {
    const { ReloadDialog } = await import('@/features/gift-cards/components/reload-dialog');
    return (settle) => (
      <ReloadDialog product={product} cardNumber={cardNumber} complaint={complaint} settle={settle} />
    );
  });
}
