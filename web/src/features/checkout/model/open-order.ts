import { useMemo } from 'react';
import { currentCustomer, useSession } from '@/shared/api/session';
import { store } from '@/shared/lib/store';
import { useStored } from '@/shared/lib/store-hook';
import type { CartLine } from './cart-lines';
import type { Unit } from './units';

/** An order that was sent and is not settled: known to every tab, and after every reload. */
export type OpenOrder = {
  /** The `Idempotency-Key` that it was sent with. */
  key: string;
  customer: string;
  units: Unit[];
  /** Minor units. */
  total: number;
  /** What it takes out of the cart. An order without leaves the cart alone. */
  lines?: Pick<CartLine, 'id' | 'quantity'>[];
  /** Once the server has said that it has it. */
  known?: { transRecordId: string; orderNumber: string };
};

const key = 'open-order';

function isOrder(value: Partial<OpenOrder> | null): value is OpenOrder {
  return typeof value?.key === 'string' && Array.isArray(value.units) && typeof value.total === 'number';
}

function ofCustomer(stored: Partial<OpenOrder> | null, customer: string | null): OpenOrder | null {
  return isOrder(stored) && stored.customer === customer ? stored : null;
}

/** While there is one nothing can be bought, and the cart that it came from stays as it is. */
export const openOrder = {
  read: () => ofCustomer(store.read(key), currentCustomer()),
  /** Whoever's it is. */
  exists: () => isOrder(store.read(key)),
  locksCart: () => Boolean(openOrder.read()?.lines),
  set: (order: OpenOrder) => store.write(key, order),
  clear: () => store.remove(key),
};

/** The open order of the customer who is logged in. */
export function useOpenOrder(): OpenOrder | null {
  const { customerId } = useSession();
  const stored = useStored<OpenOrder>(key);
  return useMemo(() => ofCustomer(stored, customerId), [stored, customerId]);
}
