import { randomUUID } from 'node:crypto';
import { callApi } from './api';
import { logIn } from './customers';
import type { Person } from './people';

type Buyer = Pick<Person, 'email' | 'password'>;

/** Buys washes of a site past its pages with one order, by a customer who has a card on file; answers its record. */
export async function orderOf(site: string, person: Buyer, names: string[]): Promise<string> {
  const { accessToken: token } = await logIn(site, person);
  const washes = await callApi<{ name: string; productId: number }[]>(site, '/products/washes');
  const products = names.map((name) => {
    const product = washes.find((wash) => wash.name === name);
    if (!product) throw new Error(`no ${name} at ${site}`);
    return { productId: product.productId };
  });
  const { total } = await callApi<{ total: number }>(site, '/orders/quote', { products }, { token });
  const body = { products, expectedTotal: total };
  const placed = await callApi<{ transRecordId: string }>(site, '/orders', body, {
    token,
    key: randomUUID(),
  });
  return placed.transRecordId;
}

/** The same with an order each, one after another. */
export async function order(site: string, person: Buyer, names: string[]): Promise<string[]> {
  const records: string[] = [];
  for (const name of names) records.push(await orderOf(site, person, [name]));
  return records;
}
