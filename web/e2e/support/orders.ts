import { randomUUID } from 'node:crypto';
import { callApi } from './api';
import { logIn } from './customers';
import type { Person } from './people';

/** Buys washes of a site past its pages, one after another, by a customer who has a card on file; answers their records. */
export async function order(site: string, person: Pick<Person, 'email' | 'password'>, names: string[]) {
  const { accessToken: token } = await logIn(site, person);
  const washes = await callApi<{ name: string; productId: number }[]>(site, '/products/washes');
  const records: string[] = [];
  for (const name of names) {
    const product = washes.find((wash) => wash.name === name);
    if (!product) throw new Error(`no ${name} at ${site}`);
    const products = [{ productId: product.productId }];
    const { total } = await callApi<{ total: number }>(site, '/orders/quote', { products }, { token });
    const key = randomUUID();
    const body = { products, expectedTotal: total };
    const placed = await callApi<{ transRecordId: string }>(site, '/orders', body, { token, key });
    records.push(placed.transRecordId);
  }
  return records;
}
