import { store } from '@/shared/lib/store';
import { useStored } from '@/shared/lib/store-hook';

type Pending = { transRecordId: string; message: string; fromCart: boolean };

const key = 'pending-order';

/** The order whose payment is not known yet. While there is one the cart is locked. */
export const pendingOrder = {
  exists: () => store.read<Pending>(key) !== null,
  set: (pending: Pending) => store.write(key, pending),
  clear: () => store.remove(key),
};

export function usePendingOrder(): Pending | null {
  return useStored<Pending>(key);
}
