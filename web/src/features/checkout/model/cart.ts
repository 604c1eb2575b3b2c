import { useMemo } from 'react';
import type { Gift } from '@/shared/api/types';
import { store } from '@/shared/lib/store';
import { useStored } from '@/shared/lib/store-hook';
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

const key = 'cart';

function read(): Cart {
  return readCart(store.read(key), boot().subdomain);
}

function write(changed: Cart) {
  store.write(key, { site: boot().subdomain, ...changed } satisfies StoredCart);
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
  empty: () => store.remove(key),
};

export function useCart(): CartLine[] {
  const stored = useStored<StoredCart>(key);
  return useMemo(() => readCart(stored, boot().subdomain).lines, [stored]);
}
