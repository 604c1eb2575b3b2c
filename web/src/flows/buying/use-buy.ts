import { useEffect, useState } from 'react';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { useSession } from '@/shared/api/session';
import { dialogs } from '@/shared/ui/dialogs';
import { loadCode } from '@/shared/ui/load-code';
import type { Order } from './order';
import { useWay } from './way';

const load = () => import('./purchase');

/** Says itself what went wrong where its code cannot be fetched: nothing was sent then. */
async function loadOrTell() {
  try {
    return await loadCode(load);
  } catch (error) {
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    return null;
  }
}

/** A purchase at a time. Its code comes after the page's; a press before that waits for it. */
export function useBuy() {
  const way = useWay();
  const { isLoggedIn } = useSession();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Only customers buy. Where it fails now it is fetched by the press.
    if (isLoggedIn) load().catch(() => undefined);
  }, [isLoggedIn]);

  /** Resolves to the refusal, where there was one, once the customer has been told. */
  async function buy(order: Order): Promise<unknown> {
    if (busy) return undefined;
    setBusy(true);
    try {
      return await (await loadOrTell())?.purchase(way, order);
    } finally {
      setBusy(false);
    }
  }

  return { buy, busy };
}
