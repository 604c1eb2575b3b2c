import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { answer, ok, refusal } from '@/shared/testing/server';
import { placeOrder } from './orders';

const body = { products: [{ productId: 1 }], expectedTotal: 1300 };
const approved = {
  approved: true,
  code: 'A1',
  transRecordId: 't',
  orderNumber: '1',
  total: 1300,
  message: '',
};

function listen(respond: (attempt: number) => Response) {
  const keys: (string | null)[] = [];
  answer('post', '/orders', (request) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return respond(keys.length);
  });
  return keys;
}

it('repeats a lost answer with the same key', async () => {
  const keys = listen((attempt) => (attempt === 1 ? HttpResponse.error() : ok(approved)));
  expect(await placeOrder(body)).toEqual(approved);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it('takes a new key for a press after a definite answer', async () => {
  const keys = listen((attempt) =>
    attempt === 1 ? refusal(422, 'card_required', 'No card.') : ok(approved),
  );
  await expect(placeOrder(body)).rejects.toMatchObject({ code: 'card_required' });
  await placeOrder(body);
  await placeOrder(body);
  expect(new Set(keys).size).toBe(3);
});
