import { currentCustomer, useSession } from '@/shared/api/session';
import { stored, useStored } from '@/shared/lib/stored';
import { isProductType } from '@/shared/products/kinds';
import type { CartLine } from './cart-lines';
import type { Unit } from './units';

/** Unsettled order, shared by all tabs and kept across reloads. */
export type OpenOrder = {
  /** `Idempotency-Key` of the order. */
  key: string;
  customer: string;
  units: Unit[];
  /** Minor units. */
  total: number;
  /** Cart lines it contains. Without them, the cart isn't changed. */
  lines?: Pick<CartLine, 'id' | 'quantity'>[];
  /** Set once the server has confirmed it. */
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

function checkOrder(value: unknown): OpenOrder | null {
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

/** One order per customer of this browser. Earlier builds stored a single order. */
const kept = stored('open-order', (value) =>
  (Array.isArray(value) ? value : [value]).map(checkOrder).filter((order) => order !== null),
);

function all(): OpenOrder[] {
  return kept.read() ?? [];
}

function write(orders: OpenOrder[]) {
  if (orders.length > 0) kept.write(orders);
  else kept.remove();
}

function ofCustomer(orders: OpenOrder[] | null, customer: string | null): OpenOrder | null {
  return orders?.find((order) => order.customer === customer) ?? null;
}

/** While a customer has an open order, they can't buy anything, and its cart is locked. */
export const openOrder = {
  read: () => ofCustomer(all(), currentCustomer()),
  find: (key: string) => all().find((order) => order.key === key) ?? null,
  locksCart: () => Boolean(openOrder.read()?.lines),
  /** Whether the cart belongs to any customer's open order. */
  holdsCart: () => all().some((order) => order.lines),
  set: (order: OpenOrder) => write([...all().filter(({ customer }) => customer !== order.customer), order]),
  clear: (key: string) => write(all().filter((order) => order.key !== key)),
  forget: (customer: string | null) => write(all().filter((order) => order.customer !== customer)),
  /** Releases the cart from orders of other customers; resolves to whether any order held it. */
  releaseCart: (): boolean => {
    const customer = currentCustomer();
    const isHeld = all().some((order) => order.lines && order.customer !== customer);
    if (isHeld)
      write(
        all().map(({ lines, ...order }) =>
          order.customer === customer && lines ? { ...order, lines } : order,
        ),
      );
    return isHeld;
  },
};

/** Open order of the logged-in customer. */
export function useOpenOrder(): OpenOrder | null {
  const { customerId } = useSession();
  return ofCustomer(useStored(kept), customerId);
}
