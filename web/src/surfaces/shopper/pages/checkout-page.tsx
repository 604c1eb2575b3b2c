import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useLocationChoice } from '@/features/catalog/model/location-choice';
import { quoteQuery } from '@/features/checkout/api/quote';
import { CartGroups } from '@/features/checkout/components/cart-groups';
import { OrderSummary } from '@/features/checkout/components/order-summary';
import { cart, orderProducts, useCart } from '@/features/checkout/model/cart';
import { usePendingOrder } from '@/features/checkout/model/pending-order';
import { paymentQuery } from '@/features/payments/api/payment';
import { CardOnFile } from '@/features/payments/components/card-on-file';
import { money } from '@/shared/lib/money';
import { paths } from '@/shared/site/routes';
import { dialogs } from '@/shared/ui/dialogs';
import { Page } from '@/shared/ui/page';
import { Spinner } from '@/shared/ui/spinner';
import { StateView } from '@/shared/ui/state-view';
import { PendingOrder } from '../components/pending-order';
import { useBuy } from '../components/use-buy';
import styles from './checkout-page.module.css';

async function emptyCart() {
  const sure = await dialogs.confirm({
    title: i18n._('Empty Cart'),
    text: i18n._('Do you want to remove everything from your cart?'),
  });
  if (sure) cart.empty();
}

export function CheckoutPage() {
  const lines = useCart();
  const pending = usePendingOrder();
  const [locationId] = useLocationChoice();
  const products = orderProducts(lines);
  const quote = useQuery(quoteQuery(products, locationId));
  const payment = useQuery(paymentQuery());
  const { buy, busy } = useBuy();
  const locked = busy || pending !== null;
  const ready = quote.isSuccess && !quote.isPlaceholderData && !quote.isFetching;

  if (lines.length === 0) {
    return (
      <Page title={i18n._('Checkout')} hideTitle>
        {pending && <PendingOrder order={pending} />}
        {!pending && (
          <StateView
            icon="cart"
            title={i18n._('Your cart is empty')}
            text={i18n._('Pick a wash, and it waits here for you.')}
          >
            <Button component={Link} to={paths.washes} variant="contained" size="large">
              {i18n._('Buy a Wash')}
            </Button>
          </StateView>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={i18n._('Checkout')}
      aside={
        <Button variant="text" onClick={emptyCart} disabled={locked}>
          {i18n._('Empty Cart')}
        </Button>
      }
    >
      {pending && <PendingOrder order={pending} />}
      <div className={styles.columns}>
        <CartGroups lines={lines} locked={locked} />
        <OrderSummary quote={quote}>
          {payment.data && <CardOnFile payment={payment.data} />}
          <Button
            variant="contained"
            size="large"
            fullWidth
            disabled={locked || !ready}
            onClick={() => buy(products, { fromCart: true })}
          >
            {busy && <Spinner label={i18n._('Submitting')} />}
            {!busy && quote.data && i18n._('Checkout · {total}', { total: money(quote.data.total) })}
            {!busy && !quote.data && i18n._('Checkout')}
          </Button>
        </OrderSummary>
      </div>
    </Page>
  );
}
