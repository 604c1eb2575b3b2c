import { i18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import type { NavigateFunction } from 'react-router';
import { cart } from '@/features/checkout/model/cart';
import { pendingOrder } from '@/features/checkout/model/pending-order';
import { keys } from '@/shared/api/query-keys';
import type { OrderResult } from '@/shared/api/types';
import { money } from '@/shared/lib/money';
import { paths } from '@/shared/site/routes';
import { dialogs } from '@/shared/ui/dialogs';
import type { Order } from './order';
import { whatCame } from './what-came';

async function tellSuccess(navigate: NavigateFunction, order: Order, result: OrderResult) {
  const { text, toWallet } = whatCame(order);
  const paid = i18n._('Order {number} is paid: {total}.', {
    number: result.orderNumber,
    total: money(result.total),
  });
  const goOn = await dialogs.confirm({
    kind: 'success',
    title: i18n._('Success'),
    text: `${paid} ${text}`,
    yes: toWallet ? i18n._('Show my code') : i18n._('Show my order'),
    no: i18n._('Close'),
  });
  if (goOn) await navigate(toWallet ? paths.wallet : paths.purchaseHistory);
}

/** Success, Failed, or still being checked; the last is never called failed. */
export async function tellResult(
  queries: QueryClient,
  navigate: NavigateFunction,
  order: Order,
  result: OrderResult,
) {
  const { fromCart = false } = order;
  if (result.approved) {
    if (fromCart) cart.empty();
    void queries.invalidateQueries({ queryKey: keys.customer() });
    await tellSuccess(navigate, order, result);
    return;
  }
  if (result.code === 'pending') {
    pendingOrder.set({ transRecordId: result.transRecordId, message: result.message, fromCart });
    await navigate(paths.checkout);
    return;
  }
  await dialogs.error({
    title: i18n._('Failed'),
    text: result.message || i18n._('Your card was declined. Nothing was charged.'),
  });
}
