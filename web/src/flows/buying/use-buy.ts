import { useEffect, useState } from 'react';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { useSession } from '@/shared/api/session';
import { dialogs } from '@/shared/ui/dialogs';
import { loadCode } from '@/shared/ui/load-code';
import type { Order } from './order';
import { useWay } from './way';

const load = () => import('./purchase');

/** Shows an error if the code can't be loaded; nothing was sent. */
async function loadOrTell() {
  try {
    return await loadCode(load);
  } catch (error) {
    await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    return null;
  }
}

/** One purchase at a time. Its code is loaded after the page's; an earlier click waits for it. */
export function useBuy() {
  const way = useWay();
  const { isLoggedIn } = useSession();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Only customers buy. If this fails, the click loads it.
    if (isLoggedIn) load().catch(() => undefined);
  }, [isLoggedIn]);

  /** Resolves to the error, if any, after it was shown. */
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
