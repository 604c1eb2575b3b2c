import { i18n } from '@lingui/core';
import type { QueryClient } from '@tanstack/react-query';
import type { NavigateFunction } from 'react-router';
import type { Unit } from '@/features/checkout/model/units';
import { walletQuery } from '@/features/wallet/api/wallet';
import { newest } from '@/features/wallet/model/wallet';
import { keys } from '@/shared/api/query-keys';
import type { OrderResult } from '@/shared/api/types';
import { money } from '@/shared/format/money';
import { paths } from '@/shared/site/routes';
import { dialogs } from '@/shared/ui/dialogs';
import { wayOn, whatCame } from './what-came';

/** What a customer is told of, and led on from. */
type Told = { units: Unit[]; result: OrderResult };

/** Where the code lies that a purchase has just brought; the whole wallet where it cannot be told. */
async function pathOfCode(queries: QueryClient): Promise<string> {
  const wallet = await queries.fetchQuery({ ...walletQuery(), staleTime: 0 }).catch(() => []);
  const item = newest(wallet);
  return item ? `${paths.wallet}/${item.id}` : paths.wallet;
}

async function tellSuccess(queries: QueryClient, navigate: NavigateFunction, { units, result }: Told) {
  const { text, wallet } = whatCame(units);
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

/** Success, Failed, or still being checked; the last is never called failed. Resolves to whether another card is wanted. */
export async function tellResult(
  queries: QueryClient,
  navigate: NavigateFunction,
  told: Told,
): Promise<boolean> {
  const { result } = told;
  if (result.approved) {
    void queries.invalidateQueries({ queryKey: keys.customer() });
    await tellSuccess(queries, navigate, told);
    return false;
  }
  if (result.blocks) {
    await navigate(paths.checkout);
    return false;
  }
  if (result.code === 'pending') {
    await dialogs.warning({ title: i18n._('We are checking your payment'), text: result.message });
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
