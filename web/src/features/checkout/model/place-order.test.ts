import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '@/shared/api/session';
import type { OrderResult } from '@/shared/api/types';
import { store } from '@/shared/lib/store';
import { eventually } from '@/shared/testing/eventually';
import { product } from '@/shared/testing/products';
import { answer, ok, refusal } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { cart } from './cart';
import { orderItems } from './cart-lines';
import { findOut } from './find-out';
import { dropOthersCart, forgetPurchase } from './forget-purchase';
import { openOrder } from './open-order';
import { placeOrder } from './place-order';

const result: OrderResult = {
  approved: true,
  code: 'A1',
  blocks: false,
  transRecordId: 't',
  orderNumber: '100001',
  total: 2000,
  message: '',
};
const declined: OrderResult = { ...result, approved: false, code: '05' };
const pending: OrderResult = { ...result, approved: false, code: 'pending', blocks: true };

const glow = product({ productId: 101, name: 'Glow' });
const unit = { name: 'Glow', productType: 'AppWash' as const };

/** Pays for the current cart. */
function pay(from = cart.read()) {
  return placeOrder({ products: orderItems(from.lines) }, { units: [unit], total: 2000, from });
}

function buyNow() {
  return placeOrder({ products: [{ productId: 101 }] }, { units: [unit], total: 2000, from: undefined });
}

/** Captures requests to the server; `respond` answers them. */
function listen(respond: (attempt: number) => Response) {
  const keys: (string | null)[] = [];
  answer('post', '/orders', (request) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return respond(keys.length);
  });
  return keys;
}

/** Server that knows the key, or doesn't. */
function known(said: OrderResult | null) {
  const asked: unknown[] = [];
  answer('post', '/orders/withdrawal', async (request) => {
    asked.push(await request.json());
    return ok(said);
  });
  return asked;
}

beforeEach(() => {
  openSite();
  setSession(tokens(2_000_000_000));
  cart.add(glow);
});
afterEach(() => {
  vi.useRealTimers();
  forgetPurchase();
  store.remove('open-order');
});

it('pays for a cart once across tabs', async () => {
  const keys = listen(() => ok(result));
  const seenElsewhere = cart.read();
  await pay();
  expect(cart.lines()).toEqual([]);
  await expect(pay(seenElsewhere)).rejects.toMatchObject({ why: 'changed' });
  expect(keys).toHaveLength(1);
});

it('uses one key for a cart until the order responds', async () => {
  const keys = listen((attempt) =>
    attempt === 1 ? refusal(429, 'too_many_requests', 'Slow down.') : refusal(422, 'card_required', 'No.'),
  );
  const { key } = cart.read();
  await expect(pay()).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(openOrder.read()).toBeNull();
  cart.add(glow);
  await expect(pay()).rejects.toMatchObject({ code: 'card_required' });
  await expect(pay()).rejects.toMatchObject({ code: 'card_required' });
  expect(keys.slice(0, 2)).toEqual([key, key]);
  expect(keys[2]).not.toBe(key);
});

it.each([
  ['a decline', () => ok(declined)],
  ['an outage of the processor', () => refusal(503, 'processor_unavailable', 'No.')],
])('can be tried again after %s', async (_, first) => {
  const keys = listen((attempt) => (attempt === 1 ? first() : ok(result)));
  await pay().catch(() => null);
  expect(cart.lines()).toHaveLength(1);
  expect(await pay()).toEqual(result);
  expect(new Set(keys).size).toBe(2);
});

it('locks a cart while its order is unresolved', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const keys = listen((attempt) =>
    attempt === 1 ? HttpResponse.error() : refusal(401, 'invalid_token', 'Log in.'),
  );
  answer('put', '/users/tokens', () => refusal(503, 'busy', 'Later.'));
  const before = cart.read();
  const paying = expect(pay()).rejects.toMatchObject({ name: 'OrderInDoubt' });
  await eventually(() => expect(keys).not.toHaveLength(0));
  await vi.advanceTimersByTimeAsync(1000);
  await paying;
  cart.change(before.lines[0]?.id ?? '', 3);
  cart.add(glow);
  expect(cart.read()).toEqual(before);
  await expect(pay()).rejects.toMatchObject({ why: 'open' });
  await expect(buyNow()).rejects.toMatchObject({ why: 'open' });
  expect(new Set(keys)).toEqual(new Set([before.key]));
});

/** State of a tab reloaded during a charge. */
function reloadedInMidCharge() {
  const { key, lines } = cart.read();
  const taken = lines.map(({ id, quantity }) => ({ id, quantity }));
  openOrder.set({ key, customer: '17', units: [unit], total: 2000, lines: taken });
  return key;
}

it('removes paid items after a reload', async () => {
  const key = reloadedInMidCharge();
  const asked = known(result);
  const found = await findOut(key, new AbortController().signal);
  expect(found?.result).toEqual(result);
  expect(asked).toEqual([{ key }]);
  expect(cart.lines()).toEqual([]);
  expect(openOrder.read()).toBeNull();
});

it('restores the cart if the order never arrived', async () => {
  const key = reloadedInMidCharge();
  known(null);
  expect(await findOut(key, new AbortController().signal)).toMatchObject({ result: null });
  expect(cart.lines()).toHaveLength(1);
  expect(cart.read().key).not.toBe(key);
});

it('polls until a payment is settled', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const key = reloadedInMidCharge();
  known(pending);
  let asked = 0;
  answer('get', '/orders/{transRecordId}', () => {
    asked += 1;
    return asked === 1 ? HttpResponse.error() : ok(asked === 2 ? pending : declined);
  });
  const finding = findOut(key, new AbortController().signal);
  await eventually(() =>
    expect(openOrder.read()?.known).toEqual({ transRecordId: 't', orderNumber: '100001' }),
  );
  for (let turn = 0; turn < 3; turn += 1) {
    await eventually(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(3000);
  }
  expect((await finding)?.result).toEqual(declined);
  expect(cart.lines()).toHaveLength(1);
});

it('removes items of an order that needs review', async () => {
  const key = reloadedInMidCharge();
  known({ ...pending, blocks: false });
  await findOut(key, new AbortController().signal);
  expect(cart.lines()).toEqual([]);
  expect(openOrder.read()).toBeNull();
});

/** Logs another customer in, in the same browser. */
function signIn(customer: string) {
  setSession(tokens(2_000_000_000, customer, { sub: customer }));
  dropOthersCart();
}

it("keeps a customer's unresolved order while another customer uses the browser", async () => {
  const key = reloadedInMidCharge();
  signIn('18');
  expect(openOrder.read()).toBeNull();
  expect(await findOut(key, new AbortController().signal)).toBeUndefined();
  expect(cart.lines()).toEqual([]);

  cart.add(glow);
  dropOthersCart();
  expect(cart.lines()).toHaveLength(1);
  listen(() => ok(result));
  await pay();

  signIn('17');
  expect(openOrder.read()).toMatchObject({ key, units: [unit] });
  cart.add(glow);
  await expect(pay()).rejects.toMatchObject({ why: 'open' });
  known(result);
  expect((await findOut(key, new AbortController().signal))?.result).toEqual(result);
  expect(openOrder.read()).toBeNull();
  expect(cart.lines()).toHaveLength(1);
});

it("removes only the customer's own order at logout", () => {
  const key = reloadedInMidCharge();
  signIn('18');
  forgetPurchase();
  signIn('17');
  expect(openOrder.read()?.key).toBe(key);
  forgetPurchase();
  expect(openOrder.read()).toBeNull();
});

it('reads an order stored by an earlier build', () => {
  const key = reloadedInMidCharge();
  store.write('open-order', openOrder.read());
  expect(openOrder.read()?.key).toBe(key);
});
