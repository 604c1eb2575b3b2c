import { QueryClient } from '@tanstack/react-query';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { requestRefusedValues, requestTurnedAwayValues } from '@/shared/api/api.gen';
import { ApiError } from '@/shared/api/api-error';
import { keys } from '@/shared/api/query-keys';
import { answer, ok, refusal } from '@/shared/testing/server';
import { OrderInDoubt, orderRefused, orderSettled, sendOrder } from './orders';

vi.mock('@/shared/lib/pause', () => ({ pause: async () => undefined }));

const body = { products: [{ productId: 1 }], expectedTotal: 1300 };
const approved = {
  approved: true,
  code: 'A1',
  blocks: false,
  transRecordId: 't',
  orderNumber: '1',
  total: 1300,
  message: '',
};

const known = { locations: keys.locations, wallet: keys.wallet, payment: keys.payment };

/** Query client with fresh public and customer data. */
function knowing(): QueryClient {
  const queries = new QueryClient();
  for (const key of Object.values(known)) queries.setQueryData(key(), []);
  return queries;
}

function staleIn(queries: QueryClient): string[] {
  const names = Object.entries(known).filter(([, key]) => queries.getQueryState(key())?.isInvalidated);
  return names.map(([name]) => name);
}

function listen(respond: (attempt: number) => Response) {
  const keys: (string | null)[] = [];
  answer('post', '/orders', (request) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return respond(keys.length);
  });
  return keys;
}

it.each([
  ['no answer', () => HttpResponse.error()],
  ['a broken gateway', () => HttpResponse.text('bad gateway', { status: 502 })],
  ['one under way', () => refusal(409, 'in_progress', 'Wait.')],
  ['a failure that may have come late', () => refusal(500, 'internal', 'Oops.')],
])('repeats %s with the same key', async (_, lost) => {
  const keys = listen((attempt) => (attempt === 1 ? lost() : ok(approved)));
  expect(await sendOrder(body, 'key')).toEqual(approved);
  expect(keys).toEqual(['key', 'key']);
});

it.each(requestRefusedValues)(
  "accepts %s as the order's result, even after a lost response",
  async (code) => {
    const keys = listen((attempt) => (attempt === 1 ? HttpResponse.error() : refusal(409, code, 'No.')));
    await expect(sendOrder(body, 'key')).rejects.toMatchObject({ code });
    expect(keys).toHaveLength(2);
  },
);

it.each(requestTurnedAwayValues)(
  'keeps an order unresolved when %s follows a lost response',
  async (code) => {
    listen((attempt) => (attempt === 1 ? HttpResponse.error() : refusal(403, code, 'No.')));
    await expect(sendOrder(body, 'key')).rejects.toThrow(OrderInDoubt);
  },
);

it('shows why a first request was rejected', async () => {
  const keys = listen(() => refusal(429, 'too_many_requests', 'Slow down.'));
  await expect(sendOrder(body, 'key')).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(keys).toHaveLength(1);
});

it.each([
  ['an approval, in all that is the customer’s', approved, ['wallet', 'payment']],
  ['a decline, nowhere', { ...approved, approved: false }, []],
])('shows %s', async (_, result, stale) => {
  const queries = knowing();
  await orderSettled(queries, result);
  expect(staleIn(queries)).toEqual(stale);
});

it.each([
  ['price_changed', ['locations', 'wallet', 'payment']],
  ['card_required', ['payment']],
  ['invalid_fields', []],
] as const)('refetches data that %s shows to be outdated', async (code, stale) => {
  const queries = knowing();
  await orderRefused(queries, new ApiError('No.', { status: 422, code }));
  expect(staleIn(queries)).toEqual(stale);
});
