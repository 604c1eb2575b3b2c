import type { Gift } from '@/shared/api/types';
import { stored, useStored } from '@/shared/lib/stored';
import { boot } from '@/shared/site/boot';
import {
  addGift,
  addLine,
  type Cart,
  type CartLine,
  type CartProduct,
  changeGift,
  changeQuantity,
  readCart,
  type StoredCart,
  takeLines,
} from './cart-lines';
import { openOrder } from './open-order';

export type { Cart };

const kept = stored('cart', (value): StoredCart => {
  const site = boot().subdomain;
  return { site, ...readCart(value, site) };
});

function read(): Cart {
  const { key = '', lines = [] } = kept.read() ?? {};
  return { key, lines };
}

function write(changed: Cart) {
  kept.write({ site: boot().subdomain, ...changed });
}

/**
 * While an order of its lines is in progress, the cart is locked. The first line creates the checkout key.
 */
function change(lines: (lines: CartLine[]) => CartLine[]) {
  if (openOrder.locksCart()) return;
  const before = read();
  write({ key: before.lines.length > 0 ? before.key : crypto.randomUUID(), lines: lines(before.lines) });
}

/** Cart of this site. It survives reloads and login, and is shared by all tabs. */
export const cart = {
  read,
  lines: () => read().lines,
  add: (product: CartProduct) => change((lines) => addLine(lines, product)),
  addGift: (product: CartProduct, gift: Gift) => change((lines) => addGift(lines, product, gift)),
  changeGift: (id: string, gift: Gift) => change((lines) => changeGift(lines, id, gift)),
  change: (id: string, quantity: number) => change((lines) => changeQuantity(lines, id, quantity)),
  /** Whether the cart is unchanged. */
  is: (seen: Cart) => JSON.stringify(read()) === JSON.stringify(seen),
  /** Removes paid lines. */
  take: (taken: Pick<CartLine, 'id' | 'quantity'>[]) =>
    write({ key: crypto.randomUUID(), lines: takeLines(read().lines, taken) }),
  /** Creates a new key for the next order. */
  renew: () => write({ ...read(), key: crypto.randomUUID() }),
  empty: kept.remove,
};

const none: CartLine[] = [];

export function useCart(): CartLine[] {
  return useStored(kept)?.lines ?? none;
}
