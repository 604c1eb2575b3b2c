import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { productsQuery } from '@/features/catalog/api/products';
import { useLocationChoice } from '@/features/catalog/model/location-choice';
import { quoteQuery } from '@/features/checkout/api/quote';
import { CartGroups } from '@/features/checkout/components/cart-groups';
import { OrderSummary } from '@/features/checkout/components/order-summary';
import { TermsBox } from '@/features/checkout/components/terms-box';
import { cart, useCart } from '@/features/checkout/model/cart';
import { isClub, orderItems, orderProducts, withStock } from '@/features/checkout/model/cart-lines';
import { useOpenOrder } from '@/features/checkout/model/open-order';
import { paymentQuery } from '@/features/payments/api/payment';
import { CardOnFile } from '@/features/payments/components/card-on-file';
import { editGift } from '@/flows/buying/add-to-cart';
import { useBuy } from '@/flows/buying/use-buy';
import { money } from '@/shared/format/money';
import { productKinds } from '@/shared/products/kinds';
import { dialogs } from '@/shared/ui/dialogs';
import { Page } from '@/shared/ui/page';
import { Spinner } from '@/shared/ui/spinner';
import { useUndisturbed } from '@/shared/ui/undisturbed';
import { EmptyCart } from '../components/empty-cart';
import { PendingOrder } from '../components/pending-order';
import { addressOf } from '../table';
import styles from './checkout-page.module.css';

async function emptyCart() {
  const sure = await dialogs.confirm({
    title: i18n._('Empty Cart'),
    text: i18n._('Remove everything from your cart?'),
  });
  if (sure) cart.empty();
}

export function CheckoutPage() {
  useUndisturbed();
  const lines = useCart();
  const open = useOpenOrder();
  const [locationId] = useLocationChoice();
  const hasGoods = lines.some(({ product }) => productKinds[product.productType].sent);
  const goods = useQuery({ ...productsQuery('merchandise', 0), enabled: hasGoods });
  const items = orderItems(lines);
  const [kept, keep] = useState<number[]>([]);
  const quote = useQuery(quoteQuery(items, locationId, kept));
  const payment = useQuery(paymentQuery());
  const { buy, busy } = useBuy();
  const club = lines.find(isClub)?.product.productId;
  // Terms belong to a club; another club needs new acceptance.
  const [acceptedFor, acceptFor] = useState<number>();
  const accepted = club === undefined || acceptedFor === club;
  const [missedFor, missFor] = useState<number>();
  const terms = useRef<HTMLInputElement>(null);
  const locked = busy || open !== null;
  // While the dialog shows progress, nothing is shown below it.
  const pending = busy ? null : open;
  const ready = quote.isSuccess && !quote.isPlaceholderData && !quote.isFetching;

  if (lines.length === 0) {
    return <Page hideTitle>{pending ? <PendingOrder order={pending} /> : <EmptyCart />}</Page>;
  }
  const pay = () => {
    if (!accepted) {
      missFor(club);
      terms.current?.focus();
      return;
    }
    const from = cart.read();
    return buy({
      items: orderItems(from.lines),
      products: orderProducts(from.lines),
      club: from.lines.find(isClub)?.product,
      from,
      acceptedTerms: club !== undefined && accepted,
      kept,
    });
  };
  return (
    <Page
      aside={
        <Button variant="text" onClick={emptyCart} disabled={locked}>
          {i18n._('Empty Cart')}
        </Button>
      }
    >
      {pending && <PendingOrder order={pending} />}
      <div className={styles.columns}>
        <CartGroups
          lines={withStock(lines, goods.data ?? [])}
          quote={quote.data}
          locked={locked}
          editGift={editGift}
        />
        <OrderSummary quote={quote} units={orderProducts(lines)} kept={kept} keep={locked ? undefined : keep}>
          {payment.data && <CardOnFile payment={payment.data} />}
          {club !== undefined && (
            <TermsBox
              terms={addressOf('terms')}
              accepted={accepted}
              disabled={locked}
              missing={!accepted && missedFor === club}
              ref={terms}
              onChange={(yes) => acceptFor(yes ? club : undefined)}
            />
          )}
          <Button variant="contained" size="large" fullWidth disabled={locked || !ready} onClick={pay}>
            {busy && <Spinner label={i18n._('Submitting')} />}
            {!busy && quote.data && i18n._('Checkout · {total}', { total: money(quote.data.total) })}
            {!busy && !quote.data && i18n._({ id: 'verb|Checkout', message: 'Checkout' })}
          </Button>
        </OrderSummary>
      </div>
    </Page>
  );
}
