import { i18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import type { NavigateFunction } from 'react-router';
import { cart } from '@/features/checkout/model/cart';
import { pendingOrder } from '@/features/checkout/model/pending-order';
import { walletQuery } from '@/features/wallet/api/wallet';
import { newest } from '@/features/wallet/model/wallet';
import { keys } from '@/shared/api/query-keys';
import type { OrderResult } from '@/shared/api/types';
import { money } from '@/shared/lib/money';
import { paths } from '@/shared/site/routes';
import { dialogs } from '@/shared/ui/dialogs';
import type { Order } from './order';
import { wayOn, whatCame } from './what-came';

/** Where the code lies that a purchase has just brought; the whole wallet where it cannot be told. */
async function pathOfCode(queries: QueryClient): Promise<string> {
  const wallet = await queries.fetchQuery({ ...walletQuery(), staleTime: 0 }).catch(() => []);
  const item = newest(wallet);
  return item ? `${paths.wallet}/${item.id}` : paths.wallet;
}

async function tellSuccess(
  queries: QueryClient,
  navigate: NavigateFunction,
  order: Order,
  result: OrderResult,
) {
  const { text, wallet } = whatCame(order);
  // Asked for while the customer reads.
  const code = wallet === 'code' ? pathOfCode(queries) : null;
  const paid = i18n._('Order {number} is paid: {total}.', {
    number: result.orderNumber,
    total: money(result.total),
  });
  const goOn = await dialogs.confirm({
    kind: 'success',
    title: i18n._('Success'),
    text: `${paid} ${text}`,
    yes: wayOn(wallet),
    no: i18n._('Close'),
  });
  if (goOn) await navigate((await code) ?? (wallet ? paths.wallet : paths.purchaseHistory));
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
    await tellSuccess(queries, navigate, order, result);
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
