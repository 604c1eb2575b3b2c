import { i18n } from '@lingui/core';
import { orderSettled } from '@/features/checkout/api/orders';
import type { Unit } from '@/features/checkout/model/units';
import { walletQuery } from '@/features/wallet/api/wallet';
import { newest } from '@/features/wallet/model/wallet';
import type { OrderResult } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { dialogs } from '@/shared/ui/dialogs';
import type { Way } from './way';
import { wayOn, whatCame } from './what-came';

/** Result to show the customer, and where to continue. */
type Told = { units: Unit[]; result: OrderResult };

/** Path to the code of a purchase, or the wallet if it is unclear which one. */
async function pathOfCode({ queries, places }: Way): Promise<string> {
  const wallet = await queries.fetchQuery({ ...walletQuery(), staleTime: 0 }).catch(() => []);
  const item = newest(wallet);
  return item ? places.code(item.id) : places.wallet;
}

async function tellSuccess(way: Way, { units, result }: Told) {
  const { navigate, places } = way;
  const { text, wallet } = whatCame(units);
  // Fetched while the customer reads.
  const code = wallet === 'code' ? pathOfCode(way) : null;
  const number = result.orderNumber;
  const paid =
    result.total > 0
      ? i18n._('Order {number} paid: {total}.', { number, total: money(result.total) })
      : i18n._('Order {number} placed.', { number });
  const goOn = await dialogs.confirm({
    kind: 'success',
    title: i18n._('Success'),
    text: `${paid} ${text}`,
    yes: wayOn(wallet),
    no: i18n._('Close'),
  });
  if (goOn) await navigate((await code) ?? (wallet ? places.wallet : places.purchases));
  const push = import('@/features/notifications/model/offer-push');
  void push.then(({ offerPush }) => offerPush(places.options)).catch(() => undefined);
}

/**
 * Shows success, failure, or that the payment is being checked, which is never called failed. Resolves to
 * whether the customer wants another card.
 */
export async function tellResult(way: Way, told: Told): Promise<boolean> {
  const { queries, navigate, places } = way;
  const { result } = told;
  void orderSettled(queries, result);
  if (result.approved) {
    await tellSuccess(way, told);
    return false;
  }
  if (result.blocks) {
    await navigate(places.checkout);
    return false;
  }
  if (result.code === 'pending') {
    await dialogs.warning({ title: i18n._("We're checking your payment"), text: result.message });
    return false;
  }
  return dialogs.confirm({
    kind: 'error',
    title: i18n._('Failed'),
    text: result.message || i18n._('Your card was declined. Nothing was charged.'),
    yes: i18n._('Use another card'),
    no: i18n._('Close'),
  });
}
