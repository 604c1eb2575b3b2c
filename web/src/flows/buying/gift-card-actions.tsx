import { i18n } from '@lingui/core';
import { giftFields } from '@/features/checkout/model/cart-lines';
import { ApiError } from '@/shared/api/api-error';
import { useSession } from '@/shared/api/session';
import type { OrderItem, Product } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { shownPrice } from '@/shared/products/shown-price';
import { IconButton } from '@/shared/ui/icon-button';
import { askCardNumber } from './ask-card-number';
import { askGift } from './ask-gift';
import { BuyButton } from './buy-button';
import { LogInToBuy } from './log-in-to-buy';
import type { Order } from './order';

type Props = {
  product: Product;
  phone: boolean;
  /** Gift card the customer has already entered. */
  cardNumber: string;
  buy: (order: Order) => Promise<unknown>;
  busy: boolean;
};

/** Error message for the number, if it caused the rejection. */
function complaintAbout(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.entries(error.fields).find(([field]) => field.endsWith('cardNumber'))?.[1];
}

/** Gift cards are bought directly, without the cart. */
export function GiftCardActions({ product, phone, cardNumber, buy, busy }: Props) {
  const { isLoggedIn } = useSession();
  const { name, productId } = product;
  const price = money(shownPrice(product.price, product.taxes), { trim: true });
  const order = (item: Omit<OrderItem, 'productId'>) =>
    buy({ items: [{ productId, ...item }], products: [product] });

  async function reload() {
    let number = cardNumber;
    let complaint: string | undefined;
    do {
      const named = await askCardNumber(name, number, complaint);
      if (!named) return;
      number = named;
      complaint = complaintAbout(await order({ cardNumber: named }));
    } while (complaint);
  }

  async function give() {
    const gift = await askGift(name, i18n._('Continue'));
    if (gift) await order(giftFields(gift));
  }

  if (!isLoggedIn) return <LogInToBuy name={name} />;
  const recharge = product.appProductType === 'GiftCardRecharge';
  const label = phone ? i18n._('Buy Now') : i18n._('Buy: {price}', { price });
  return (
    <>
      <BuyButton
        label={label}
        name={`${label}, ${name}`}
        disabled={busy}
        buy={() => (recharge ? reload() : order({}))}
      />
      {!recharge && (
        <IconButton
          look="outlined"
          icon="gift"
          label={i18n._('Give {name} as a gift', { name })}
          disabled={busy}
          onClick={give}
        />
      )}
    </>
  );
}
