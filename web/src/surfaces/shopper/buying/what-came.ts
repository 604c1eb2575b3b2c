import { i18n } from '@lingui/core';
import type { ProductType } from '@/shared/api/types';
import type { Order } from './order';

const inWallet: ProductType[] = ['AppWash', 'AppBundle', 'AppClub'];

/** What the customer has now, in a sentence or two, and whether it lies in the wallet. */
export function whatCame({ items, products }: Pick<Order, 'items' | 'products'>): {
  text: string;
  toWallet: boolean;
} {
  const gifted = items.some((item) => item.isGift);
  const own = products.filter((_, index) => !items[index]?.isGift).map((product) => product.productType);
  const has = (...kinds: ProductType[]) => own.some((kind) => kinds.includes(kind));
  const sentences = [
    has('AppWash') && !has('AppBundle') && i18n._('Your code is in your wallet.'),
    has('AppBundle') && i18n._('Your codes are in your wallet.'),
    has('AppClub') && i18n._('Welcome to the club!'),
    has('GiftCard') && i18n._('The gift card is in your e-mail.'),
    has('GiftCardRecharge') && i18n._('The money is on the card.'),
    has('Swag') && i18n._('We pack it and send it to you.'),
    gifted && i18n._('Your gift is on its way by e-mail.'),
  ];
  return {
    text: sentences.filter(Boolean).join(' '),
    toWallet: own.some((kind) => inWallet.includes(kind)),
  };
}
