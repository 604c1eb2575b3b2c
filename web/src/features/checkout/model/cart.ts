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

/** While an order of its lines is under way a cart stays as it is. The first line brings the key of the checkout. */
function change(lines: (lines: CartLine[]) => CartLine[]) {
  if (openOrder.locksCart()) return;
  const before = read();
  write({ key: before.lines.length > 0 ? before.key : crypto.randomUUID(), lines: lines(before.lines) });
}

/** Kept for this site, through reload and log-in, and the same in all tabs. */
export const cart = {
  read,
  lines: () => read().lines,
  add: (product: CartProduct) => change((lines) => addLine(lines, product)),
  addGift: (product: CartProduct, gift: Gift) => change((lines) => addGift(lines, product, gift)),
  changeGift: (id: string, gift: Gift) => change((lines) => changeGift(lines, id, gift)),
  change: (id: string, quantity: number) => change((lines) => changeQuantity(lines, id, quantity)),
  /** Whether it still is what it was. */
  is: (seen: Cart) => JSON.stringify(read()) === JSON.stringify(seen),
  /** Takes out what was paid for. */
  take: (taken: Pick<CartLine, 'id' | 'quantity'>[]) =>
    write({ key: crypto.randomUUID(), lines: takeLines(read().lines, taken) }),
  /** Another press is another order. */
  renew: () => write({ ...read(), key: crypto.randomUUID() }),
  empty: kept.remove,
};

const none: CartLine[] = [];

export function useCart(): CartLine[] {
  return useStored(kept)?.lines ?? none;
}
