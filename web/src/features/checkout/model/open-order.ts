import { currentCustomer, useSession } from '@/shared/api/session';
import { stored, useStored } from '@/shared/lib/stored';
import { isProductType } from '@/shared/products/kinds';
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

function isUnit(value: unknown): value is Unit {
  const { name, productType } = (value ?? {}) as Partial<Unit>;
  return typeof name === 'string' && isProductType(productType);
}

function isTaken(value: unknown): boolean {
  const { id, quantity } = (value ?? {}) as Partial<CartLine>;
  return typeof id === 'string' && Number.isInteger(quantity);
}

function check(value: unknown): OpenOrder | null {
  const order = (value ?? {}) as Partial<OpenOrder>;
  const { key, customer, units, total, lines, known } = order;
  const whole =
    typeof key === 'string' &&
    typeof customer === 'string' &&
    typeof total === 'number' &&
    Array.isArray(units) &&
    units.every(isUnit) &&
    (lines === undefined || (Array.isArray(lines) && lines.every(isTaken))) &&
    (known === undefined || typeof known?.transRecordId === 'string');
  return whole ? (order as OpenOrder) : null;
}

const kept = stored('open-order', check);

function ofCustomer(order: OpenOrder | null, customer: string | null): OpenOrder | null {
  return order?.customer === customer ? order : null;
}

/** While there is one nothing can be bought, and the cart that it came from stays as it is. */
export const openOrder = {
  read: () => ofCustomer(kept.read(), currentCustomer()),
  /** Whoever's it is. */
  exists: () => kept.read() !== null,
  locksCart: () => Boolean(openOrder.read()?.lines),
  set: kept.write,
  clear: kept.remove,
};

/** The open order of the customer who is logged in. */
export function useOpenOrder(): OpenOrder | null {
  const { customerId } = useSession();
  return ofCustomer(useStored(kept), customerId);
}
