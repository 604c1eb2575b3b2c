import { i18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import { orderRefused } from '@/features/checkout/api/orders';
import { orderFailure } from '@/features/checkout/model/order-failure';
import { NotSent } from '@/features/checkout/model/place-order';
import { ApiError, errorTitle } from '@/shared/api/api-error';
import { dialogs } from '@/shared/ui/dialogs';
import type { Order } from './order';

/** An order is in progress, perhaps in another window. */
function tellOpenOrder(): Promise<boolean> {
  return dialogs.warning({
    title: i18n._("We're checking your payment"),
    text: i18n._("We're processing your order. You can buy again when it's complete."),
  });
}

function tellChangedCart(): Promise<boolean> {
  return dialogs.warning({
    title: i18n._('Your cart has changed'),
    text: i18n._(
      "Your cart was paid for or changed in another window. We didn't send this order, and you weren't charged.",
    ),
  });
}

/** Shows why nothing was bought, and refetches outdated data. */
export async function tellFailure(queries: QueryClient, { products }: Order, error: unknown) {
  if (error instanceof NotSent) {
    await (error.why === 'open' ? tellOpenOrder() : tellChangedCart());
    return;
  }
  await orderRefused(queries, error);
  const refused = error instanceof ApiError && error.definite;
  const title = refused ? i18n._('Failed') : errorTitle(error);
  await dialogs.error({ title, text: orderFailure(error, products) });
}
