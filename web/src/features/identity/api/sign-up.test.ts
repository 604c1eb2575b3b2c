import { HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { requestRefusedValues, requestTurnedAwayValues } from '@/shared/api/api.gen';
import type { SignUp } from '@/shared/api/types';
import { tabStorage } from '@/shared/lib/storage';
import { account } from '@/shared/testing/people';
import { answer, ok, refusal } from '@/shared/testing/server';
import { signUp } from './sign-up';

const body: SignUp = { firstName: 'Ada', email: 'ada@wash.co', password: 'Foam&Rinse7' };

beforeEach(() => tabStorage.remove('suds:press:sign-up'));

/** Answers consecutive requests and records their keys. */
function listen(...answers: (() => Response)[]) {
  const keys: (string | null)[] = [];
  answer('post', '/users', (request) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return answers[keys.length - 1]?.() ?? ok(account());
  });
  return keys;
}

const press = () => signUp(body, {}).catch(() => undefined);

it.each([...requestTurnedAwayValues, 'in_progress', 'internal'] as const)(
  'keeps its key when %s follows a lost response',
  async (code) => {
    const keys = listen(
      () => HttpResponse.error(),
      () => refusal(429, code, 'Not now.'),
    );
    for (let presses = 0; presses < 3; presses++) await press();
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  },
);

it.each(requestRefusedValues)('uses a new key after %s', async (code) => {
  const keys = listen(() => refusal(409, code, 'No.'));
  await press();
  await press();
  expect(new Set(keys).size).toBe(2);
});

it('uses a new key for another account', async () => {
  const keys = listen();
  await press();
  await press();
  expect(new Set(keys).size).toBe(2);
});

it('stores no password', async () => {
  listen(() => HttpResponse.error());
  await press();
  const kept = tabStorage.read('suds:press:sign-up');
  expect(kept).not.toBeNull();
  expect(kept).not.toContain(body.password);
  expect(kept).not.toContain(body.email);
});
