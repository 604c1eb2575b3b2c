import { i18n } from '@lingui/core';
import { useEffect, useEffectEvent } from 'react';
import { type Found, findOut } from '@/features/checkout/model/find-out';
import { dropOthersCart } from '@/features/checkout/model/forget-purchase';
import { useOpenOrder } from '@/features/checkout/model/open-order';
import { ensureCard } from '@/flows/buying/ensure-card';
import { tellResult } from '@/flows/buying/tell-result';
import { useWay } from '@/flows/buying/way';
import { useSession } from '@/shared/api/session';
import { dialogs } from '@/shared/ui/dialogs';

/** Resolves an order whose response was lost, on any page, and reports the result once. */
export function OrderWatch() {
  const way = useWay();
  const { customerId } = useSession();
  const key = useOpenOrder()?.key;
  useEffect(() => {
    if (customerId !== null) dropOthersCart();
  }, [customerId]);
  const tell = useEffectEvent(async ({ order, result }: Found) => {
    const { units, lines } = order;
    if (!result) {
      await dialogs.warning({
        title: i18n._('Order not received'),
        text: i18n._("You weren't charged. Try again."),
      });
      return;
    }
    const another = await tellResult(way, { units, result });
    if (another && (await ensureCard(way.queries, { replace: true })) && lines) {
      await way.navigate(way.places.checkout);
    }
  });
  useEffect(() => {
    if (!key) return undefined;
    const watch = new AbortController();
    void findOut(key, watch.signal).then((found) => found && tell(found));
    return () => watch.abort();
  }, [key]);
  return null;
}
