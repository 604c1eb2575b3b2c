import { randomUUID } from 'node:crypto';
import { callApi } from './api';
import { logIn } from './customers';
import type { Person } from './people';

type Buyer = Pick<Person, 'email' | 'password'>;

type Order = { products: { productId: number }[]; address?: Record<string, string> };

/** Buys something through the API for a customer with a card on file. Returns the order's `transRecordId`. */
export async function buy(site: string, person: Buyer, order: Order): Promise<string> {
  const { accessToken: token } = await logIn(site, person);
  const { total } = await callApi<{ total: number }>(site, '/orders/quote', order, { token });
  const place = () =>
    callApi<{ transRecordId: string; approved: boolean }>(
      site,
      '/orders',
      { ...order, expectedTotal: total },
      { token, key: randomUUID() },
    );
  for (;;) {
    try {
      const placed = await place();
      if (!placed.approved) throw new Error(`an order at ${site} was declined`);
      return placed.transRecordId;
    } catch (error) {
      // The other worker's order of the same demo customer is still being charged.
      if (!String(error).includes('"payment_pending"')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The same for washes of a site, by their names. */
export async function orderOf(site: string, person: Buyer, names: string[]): Promise<string> {
  const washes = await callApi<{ name: string; productId: number }[]>(site, '/products/washes');
  const products = names.map((name) => {
    const product = washes.find((wash) => wash.name === name);
    if (!product) throw new Error(`no ${name} at ${site}`);
    return { productId: product.productId };
  });
  return buy(site, person, { products });
}

/** The same with an order each, one after another. */
export async function order(site: string, person: Buyer, names: string[]): Promise<string[]> {
  const records: string[] = [];
  for (const name of names) records.push(await orderOf(site, person, [name]));
  return records;
}
