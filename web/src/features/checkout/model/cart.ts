import { useMemo } from 'react';
import type { Gift } from '@/shared/api/types';
import { store } from '@/shared/lib/store';
import { useStored } from '@/shared/lib/store-hook';
import { boot } from '@/shared/site/boot';
import {
  addGift,
  addLine,
  type CartLine,
  type CartProduct,
  changeGift,
  changeQuantity,
  readCart,
  type StoredCart,
} from './cart-lines';

const key = 'cart';

function read(): CartLine[] {
  return readCart(store.read(key), boot().subdomain);
}

function write(lines: CartLine[]) {
  store.write(key, { site: boot().subdomain, lines } satisfies StoredCart);
}

/** Kept for this site, through reload and log-in, and the same in all tabs. */
export const cart = {
  lines: read,
  add: (product: CartProduct) => write(addLine(read(), product)),
  addGift: (product: CartProduct, gift: Gift) => write(addGift(read(), product, gift)),
  changeGift: (id: string, gift: Gift) => write(changeGift(read(), id, gift)),
  change: (id: string, quantity: number) => write(changeQuantity(read(), id, quantity)),
  empty: () => store.remove(key),
};

export function useCart(): CartLine[] {
  const stored = useStored<StoredCart>(key);
  return useMemo(() => readCart(stored, boot().subdomain), [stored]);
}
