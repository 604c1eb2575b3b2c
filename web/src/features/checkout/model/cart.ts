import { randomString } from '@/shared/api/device';
import type { Product } from '@/shared/api/types';
import { store } from '@/shared/lib/store';
import { useStored } from '@/shared/lib/store-hook';

export type CartProduct = Pick<Product, 'productId' | 'productType' | 'name' | 'price' | 'taxes' | 'logo'>;
export type CartLine = { id: string; product: CartProduct; quantity: number };

const key = 'cart';
export const maximumQuantity = 20;

export function addLine(lines: CartLine[], product: CartProduct): CartLine[] {
  const known = lines.find((line) => line.product.productId === product.productId);
  if (known) return changeQuantity(lines, known.id, known.quantity + 1);
  const { productId, productType, name, price, taxes, logo } = product;
  return [
    ...lines,
    { id: randomString(), product: { productId, productType, name, price, taxes, logo }, quantity: 1 },
  ];
}

/** A quantity of none removes the line. */
export function changeQuantity(lines: CartLine[], id: string, quantity: number): CartLine[] {
  const wanted = Math.min(Math.max(0, Math.trunc(quantity)), maximumQuantity);
  return lines
    .map((line) => (line.id === id ? { ...line, quantity: wanted } : line))
    .filter((line) => line.quantity > 0);
}

export function countUnits(lines: CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

const kindOrder: Record<string, number> = { AppClub: 0, AppBundle: 1, AppWash: 2, GiftCard: 3 };

/** Lines by kind of product, in the order in which kinds are shown. */
export function groupByKind(lines: CartLine[]): [string, CartLine[]][] {
  const groups = new Map<string, CartLine[]>();
  for (const line of lines) {
    const kind = line.product.productType;
    groups.set(kind, [...(groups.get(kind) ?? []), line]);
  }
  return [...groups].sort(([a], [b]) => (kindOrder[a] ?? 3) - (kindOrder[b] ?? 3));
}

/** One element a unit, as orders are asked for. */
export function orderProducts(lines: CartLine[]): { productId: number }[] {
  return lines.flatMap((line) =>
    Array.from({ length: line.quantity }, () => ({ productId: line.product.productId })),
  );
}

function read(): CartLine[] {
  return store.read<CartLine[]>(key) ?? [];
}

/** Kept per site (each is an origin of its own), through log-in, and the same in all tabs. */
export const cart = {
  add: (product: CartProduct) => store.write(key, addLine(read(), product)),
  change: (id: string, quantity: number) => store.write(key, changeQuantity(read(), id, quantity)),
  empty: () => store.remove(key),
};

const none: CartLine[] = [];

export function useCart(): CartLine[] {
  return useStored<CartLine[]>(key) ?? none;
}
